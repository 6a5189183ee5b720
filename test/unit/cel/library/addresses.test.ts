import { describe, expect, test } from "vitest";
import { addressLibrary } from "../../../../lib/cel/library/addresses.ts";
import { type ResultTable, resultOf, untestedOverloads } from "../../../support/cel-results.ts";

// Source: what the CEL environment of kube-apiserver 1.36.3 (cel-go v0.26.0) returns for each expression.
const table: ResultTable = {
  ip: [
    ["ip('127.0.0.1')", 'ip("127.0.0.1")'],
    ["ip('::1')", 'ip("::1")'],
    ["ip('2001:DB8:0:0:0:0:0:1')", 'ip("2001:db8::1")'],
    ["ip('2001:db8:0:0:1:0:0:1')", 'ip("2001:db8::1:0:0:1")'],
    ["ip('1:0:0:2:0:0:0:3')", 'ip("1:0:0:2::3")'],
    ["ip('0:0:0:0:0:0:0:0')", 'ip("::")'],
    ["ip('::ffff:0:0:1.2.3.4')", 'ip("::ffff:0:0:102:304")'],
    ["ip('64:ff9b::1.2.3.4')", 'ip("64:ff9b::102:304")'],
    [
      "ip('x')",
      'error: IP Address "x" parse error during conversion from string: ParseAddr("x"): unable to parse IP',
    ],
    [
      "ip('')",
      'error: IP Address "" parse error during conversion from string: ParseAddr(""): unable to parse IP',
    ],
    [
      "ip('%eth0')",
      'error: IP Address "%eth0" parse error during conversion from string: ParseAddr("%eth0"): missing IPv6 address',
    ],
    [
      "ip('127.0.0.256')",
      'error: IP Address "127.0.0.256" parse error during conversion from string: ParseAddr("127.0.0.256"): IPv4 field has value >255',
    ],
    [
      "ip('1.2.3')",
      'error: IP Address "1.2.3" parse error during conversion from string: ParseAddr("1.2.3"): IPv4 address too short',
    ],
    [
      "ip('1.2.3.4.5')",
      'error: IP Address "1.2.3.4.5" parse error during conversion from string: ParseAddr("1.2.3.4.5"): IPv4 address too long',
    ],
    [
      "ip('01.2.3.4')",
      'error: IP Address "01.2.3.4" parse error during conversion from string: ParseAddr("01.2.3.4"): IPv4 field has octet with leading zero',
    ],
    [
      "ip('1..2.3')",
      'error: IP Address "1..2.3" parse error during conversion from string: ParseAddr("1..2.3"): IPv4 field must have at least one digit (at ".2.3")',
    ],
    [
      "ip('1.2.3.a')",
      'error: IP Address "1.2.3.a" parse error during conversion from string: ParseAddr("1.2.3.a"): unexpected character (at "a")',
    ],
    ["ip('::ffff:1.2.3.4')", 'error: IPv4-mapped IPv6 address "::ffff:1.2.3.4" is not allowed'],
    ["ip('fe80::1%eth0')", 'error: IP address "fe80::1%eth0" with zone value is not allowed'],
    [
      "ip('fe80::1%')",
      'error: IP Address "fe80::1%" parse error during conversion from string: ParseAddr("fe80::1%"): zone must be a non-empty string',
    ],
    [
      "ip('1::2::3')",
      'error: IP Address "1::2::3" parse error during conversion from string: ParseAddr("1::2::3"): multiple :: in address (at ":3")',
    ],
    [
      "ip('1:2:3:4:5:6:7')",
      'error: IP Address "1:2:3:4:5:6:7" parse error during conversion from string: ParseAddr("1:2:3:4:5:6:7"): address string too short',
    ],
    [
      "ip('1:2:3:4:5:6:7:8:9')",
      'error: IP Address "1:2:3:4:5:6:7:8:9" parse error during conversion from string: ParseAddr("1:2:3:4:5:6:7:8:9"): trailing garbage after address (at "9")',
    ],
    [
      "ip('1:2:3:4:5:6:7::8')",
      'error: IP Address "1:2:3:4:5:6:7::8" parse error during conversion from string: ParseAddr("1:2:3:4:5:6:7::8"): the :: must expand to at least one field of zeros',
    ],
    [
      "ip('12345::')",
      'error: IP Address "12345::" parse error during conversion from string: ParseAddr("12345::"): each group must have 4 or less digits (at "12345::")',
    ],
    [
      "ip('1:g::')",
      'error: IP Address "1:g::" parse error during conversion from string: ParseAddr("1:g::"): each colon-separated field must have at least one digit (at "g::")',
    ],
    [
      "ip('1:2:')",
      'error: IP Address "1:2:" parse error during conversion from string: ParseAddr("1:2:"): colon must be followed by more characters (at ":")',
    ],
    [
      "ip('::1.2.3')",
      'error: IP Address "::1.2.3" parse error during conversion from string: ParseAddr("::1.2.3"): IPv4 address too short',
    ],
    [
      "ip('1:1.2.3.4')",
      'error: IP Address "1:1.2.3.4" parse error during conversion from string: ParseAddr("1:1.2.3.4"): embedded IPv4 address must replace the final 2 fields of the address (at "1.2.3.4")',
    ],
    ["string(ip('2001:DB8::1'))", '"2001:db8::1"'],
    [
      "string(ip('010.0.0.1'))",
      'error: IP Address "010.0.0.1" parse error during conversion from string: ParseAddr("010.0.0.1"): IPv4 field has octet with leading zero',
    ],
    ["isIP('127.0.0.1')", "true"],
    ["isIP('::1')", "true"],
    ["isIP('127.0.0.256')", "false"],
    ["isIP('::ffff:1.2.3.4')", "false"],
    ["isIP('fe80::1%eth0')", "false"],
    ["isIP('')", "false"],
    ["isIP('127.0.0.1/8')", "false"],
    ["ip.isCanonical('127.0.0.1')", "true"],
    ["ip.isCanonical('2001:db8::1')", "true"],
    ["ip.isCanonical('2001:DB8::1')", "false"],
    ["ip.isCanonical('2001:db8:0:0:0:0:0:1')", "false"],
    [
      "ip.isCanonical('x')",
      'error: IP Address "x" parse error during conversion from string: ParseAddr("x"): unable to parse IP',
    ],
    ["ip('127.0.0.1').family()", "4"],
    ["ip('::1').family()", "6"],
    ["ip('0.0.0.0').isUnspecified()", "true"],
    ["ip('::').isUnspecified()", "true"],
    ["ip('0.0.0.1').isUnspecified()", "false"],
    ["ip('127.0.0.1').isLoopback()", "true"],
    ["ip('127.255.255.255').isLoopback()", "true"],
    ["ip('::1').isLoopback()", "true"],
    ["ip('::2').isLoopback()", "false"],
    ["ip('224.0.0.1').isLinkLocalMulticast()", "true"],
    ["ip('224.0.1.1').isLinkLocalMulticast()", "false"],
    ["ip('ff02::1').isLinkLocalMulticast()", "true"],
    ["ip('ff05::1').isLinkLocalMulticast()", "false"],
    ["ip('169.254.1.1').isLinkLocalUnicast()", "true"],
    ["ip('fe80::1').isLinkLocalUnicast()", "true"],
    ["ip('fec0::1').isLinkLocalUnicast()", "false"],
    ["ip('10.0.0.1').isGlobalUnicast()", "true"],
    ["ip('2001:db8::1').isGlobalUnicast()", "true"],
    ["ip('255.255.255.255').isGlobalUnicast()", "false"],
    ["ip('224.0.0.1').isGlobalUnicast()", "false"],
    ["ip('::').isGlobalUnicast()", "false"],
    ["ip('fe80::1').isGlobalUnicast()", "false"],
    ["ip('127.0.0.1') == ip('127.0.0.1')", "true"],
    ["ip('::1') == ip('0:0:0:0:0:0:0:1')", "true"],
    ["ip('0.0.0.1') == ip('::1')", "false"],
    ["type(ip('::1'))", "net.IP"],
    ["ip(1)", "ERROR: <input>:1:3: found no matching overload for 'ip' applied to '(int)'"],
  ],
  cidr: [
    ["cidr('192.168.0.0/24')", 'cidr("192.168.0.0/24")'],
    ["cidr('192.168.0.1/24')", 'cidr("192.168.0.1/24")'],
    ["cidr('::1/128')", 'cidr("::1/128")'],
    ["cidr('0.0.0.0/0')", 'cidr("0.0.0.0/0")'],
    [
      "cidr('x')",
      "error: network address parse error during conversion from string: network address parse error during conversion from string: netip.ParsePrefix(\"x\"): no '/'",
    ],
    [
      "cidr('1.2.3.4')",
      "error: network address parse error during conversion from string: network address parse error during conversion from string: netip.ParsePrefix(\"1.2.3.4\"): no '/'",
    ],
    [
      "cidr('1.2.3.4/33')",
      'error: network address parse error during conversion from string: network address parse error during conversion from string: netip.ParsePrefix("1.2.3.4/33"): prefix length out of range',
    ],
    [
      "cidr('1.2.3.4/')",
      'error: network address parse error during conversion from string: network address parse error during conversion from string: netip.ParsePrefix("1.2.3.4/"): bad bits after slash: ""',
    ],
    [
      "cidr('1.2.3.4/08')",
      'error: network address parse error during conversion from string: network address parse error during conversion from string: netip.ParsePrefix("1.2.3.4/08"): bad bits after slash: "08"',
    ],
    [
      "cidr('1.2.3.4/-1')",
      'error: network address parse error during conversion from string: network address parse error during conversion from string: netip.ParsePrefix("1.2.3.4/-1"): bad bits after slash: "-1"',
    ],
    [
      "cidr('::/129')",
      'error: network address parse error during conversion from string: network address parse error during conversion from string: netip.ParsePrefix("::/129"): prefix length out of range',
    ],
    [
      "cidr('::ffff:1.2.3.4/96')",
      'error: network address parse error during conversion from string: IPv4-mapped IPv6 address "::ffff:1.2.3.4/96" is not allowed',
    ],
    [
      "cidr('fe80::1%eth0/64')",
      'error: network address parse error during conversion from string: network address parse error during conversion from string: netip.ParsePrefix("fe80::1%eth0/64"): IPv6 zones cannot be present in a prefix',
    ],
    ["string(cidr('192.168.0.1/24'))", '"192.168.0.1/24"'],
    ["isCIDR('192.168.0.0/24')", "true"],
    ["isCIDR('192.168.0.0/33')", "false"],
    ["isCIDR('::ffff:1.2.3.4/96')", "false"],
    ["isCIDR('192.168.0.0')", "false"],
    ["isCIDR('')", "false"],
    ["cidr('192.168.0.0/24').containsIP('192.168.0.255')", "true"],
    ["cidr('192.168.0.0/24').containsIP('192.168.1.0')", "false"],
    ["cidr('192.168.0.0/24').containsIP('::1')", "false"],
    ["cidr('192.168.0.0/24').containsIP('x')", "error: no such overload"],
    ["cidr('192.168.0.0/24').containsIP(ip('192.168.0.1'))", "true"],
    ["cidr('2001:db8::/32').containsIP(ip('2001:db8::1'))", "true"],
    ["cidr('0.0.0.0/0').containsIP(ip('::1'))", "false"],
    ["cidr('192.168.0.0/24').containsCIDR('192.168.0.0/25')", "true"],
    ["cidr('192.168.0.0/24').containsCIDR('192.168.0.0/23')", "false"],
    [
      "cidr('192.168.0.0/24').containsCIDR('x')",
      "error: network address parse error during conversion from string: network address parse error during conversion from string: netip.ParsePrefix(\"x\"): no '/'",
    ],
    ["cidr('192.168.0.0/24').containsCIDR(cidr('192.168.0.0/24'))", "true"],
    ["cidr('192.168.0.0/24').containsCIDR(cidr('10.0.0.0/25'))", "false"],
    ["cidr('::/0').containsCIDR(cidr('0.0.0.0/0'))", "false"],
    ["cidr('192.168.0.1/24').ip()", 'ip("192.168.0.1")'],
    ["cidr('192.168.0.1/24').prefixLength()", "24"],
    ["cidr('::/0').prefixLength()", "0"],
    ["cidr('192.168.0.1/24').masked()", 'cidr("192.168.0.0/24")'],
    ["cidr('2001:db8::1/32').masked()", 'cidr("2001:db8::/32")'],
    ["cidr('10.0.0.0/8') == cidr('10.0.0.0/8')", "true"],
    ["cidr('10.0.0.1/8') == cidr('10.0.0.0/8')", "false"],
    ["type(cidr('::/0'))", "net.CIDR"],
  ],
};

describe.each(Object.entries(table))("%s", (_, rows) => {
  test.each(rows)("%s", (expression, result) => {
    expect(resultOf(expression)).toBe(result);
  });
});

test("each overload has a row", () => {
  expect(untestedOverloads([addressLibrary], table)).toEqual([]);
});
