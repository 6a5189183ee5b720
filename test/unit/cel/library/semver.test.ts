import { describe, expect, test } from "vitest";
import { semverLibrary } from "../../../../lib/cel/library/semver.ts";
import { type ResultTable, resultOf, untestedOverloads } from "../../../support/cel-results.ts";

// Source: what the CEL environment of kube-apiserver 1.36.3 (cel-go v0.26.0) returns for each expression.
const table: ResultTable = {
  parsing: [
    ["semver('1.2.3')", 'semver("1.2.3")'],
    ["semver('1.2.3-alpha.1+build.5')", 'semver("1.2.3-alpha.1+build.5")'],
    ["semver('0.0.0')", 'semver("0.0.0")'],
    ["semver('18446744073709551615.0.0')", 'semver("18446744073709551615.0.0")'],
    [
      "semver('18446744073709551616.0.0')",
      'error: strconv.ParseUint: parsing "18446744073709551616": value out of range',
    ],
    ["semver('')", "error: Version string empty"],
    ["semver('1')", "error: No Major.Minor.Patch elements found"],
    ["semver('1.2')", "error: No Major.Minor.Patch elements found"],
    ["semver('1.2.3.4')", 'error: Invalid character(s) found in patch number "3.4"'],
    ["semver('v1.2.3')", 'error: Invalid character(s) found in major number "v1"'],
    ["semver('01.2.3')", 'error: Major number must not contain leading zeroes "01"'],
    ["semver('1.02.3')", 'error: Minor number must not contain leading zeroes "02"'],
    ["semver('1.2.03')", 'error: Patch number must not contain leading zeroes "03"'],
    ["semver('1.2.x')", 'error: Invalid character(s) found in patch number "x"'],
    ["semver('a.2.3')", 'error: Invalid character(s) found in major number "a"'],
    ["semver('1..3')", 'error: strconv.ParseUint: parsing "": invalid syntax'],
    ["semver('1.2.3-')", "error: Prerelease is empty"],
    [
      "semver('1.2.3-01')",
      'error: Numeric PreRelease version must not contain leading zeroes "01"',
    ],
    ["semver('1.2.3-a..b')", "error: Prerelease is empty"],
    ["semver('1.2.3-é')", 'error: Invalid character(s) found in prerelease "é"'],
    ["semver('1.2.3+')", "error: Build meta data is empty"],
    ["semver('1.2.3+a_b')", 'error: Invalid character(s) found in build meta data "a_b"'],
    ["semver('1.2.3+a..b')", "error: Build meta data is empty"],
    [
      "semver('1.2.3-18446744073709551616')",
      'error: strconv.ParseUint: parsing "18446744073709551616": value out of range',
    ],
    ["semver('v1.2.3', true)", 'semver("1.2.3")'],
    ["semver('v01.2', true)", 'semver("1.2.0")'],
    ["semver('1', true)", 'semver("1.0.0")'],
    ["semver('1.2-alpha', true)", "error: short version cannot contain PreRelease/Build meta data"],
    ["semver('1.2.3-alpha', true)", 'semver("1.2.3-alpha")'],
    ["semver('v', true)", 'error: strconv.ParseUint: parsing "": invalid syntax'],
    ["semver('vv1', true)", 'error: Invalid character(s) found in major number "0v1"'],
    ["semver('1.2', false)", "error: No Major.Minor.Patch elements found"],
    ["isSemver('1.2.3')", "true"],
    ["isSemver('v1.2.3')", "false"],
    ["isSemver('1.2')", "false"],
    ["isSemver('')", "false"],
    ["isSemver('v1.0', true)", "true"],
    ["isSemver('1.2+a', true)", "false"],
    ["isSemver('v1.0', false)", "false"],
    [
      "isSemver(1)",
      "ERROR: <input>:1:9: found no matching overload for 'isSemver' applied to '(int)'",
    ],
  ],
  parts: [
    ["semver('1.2.3').major()", "1"],
    ["semver('1.2.3').minor()", "2"],
    ["semver('1.2.3').patch()", "3"],
    ["semver('18446744073709551615.0.0').major()", "-1"],
  ],
  comparing: [
    ["semver('1.10.0').isGreaterThan(semver('1.9.0'))", "true"],
    ["semver('1.0.0').isGreaterThan(semver('1.0.0'))", "false"],
    ["semver('1.2.3-alpha').isLessThan(semver('1.2.3'))", "true"],
    ["semver('1.2.3-alpha').isLessThan(semver('1.2.3-alpha.1'))", "true"],
    ["semver('1.2.3-2').isLessThan(semver('1.2.3-10'))", "true"],
    ["semver('1.2.3-2').isLessThan(semver('1.2.3-a'))", "true"],
    ["semver('1.2.3-B').isLessThan(semver('1.2.3-a'))", "true"],
    ["semver('1.2.3').compareTo(semver('1.2.4'))", "-1"],
    ["semver('1.2.3').compareTo(semver('1.2.3+build'))", "0"],
    ["semver('2.0.0').compareTo(semver('1.99.99'))", "1"],
    ["semver('1.2.3+a') == semver('1.2.3+b')", "true"],
    ["semver('1.2.3') == semver('1.2.3-0')", "false"],
    ["semver('v1', true) == semver('1.0.0')", "true"],
    ["type(semver('1.2.3'))", "kubernetes.Semver"],
    [
      "semver('1.2.3').isLessThan('1.2.4')",
      "ERROR: <input>:1:27: found no matching overload for 'isLessThan' applied to 'kubernetes.Semver.(string)'",
    ],
  ],
};

describe.each(Object.entries(table))("%s", (_, rows) => {
  test.each(rows)("%s", (expression, result) => {
    expect(resultOf(expression)).toBe(result);
  });
});

test("each overload has a row", () => {
  expect(untestedOverloads([semverLibrary], table)).toEqual([]);
});
