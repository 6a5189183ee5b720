import { describe, expect, test } from "vitest";
import { quantityLibrary } from "../../../../lib/cel/library/quantities.ts";
import { type ResultTable, resultOf, untestedOverloads } from "../../../support/cel-results.ts";

// Source: what the CEL environment of kube-apiserver 1.36.3 (cel-go v0.26.0) returns for each expression.
const table: ResultTable = {
  parsing: [
    ["quantity('1')", 'quantity("1")'],
    ["quantity('+5M')", 'quantity("+5M")'],
    ["quantity('-1.5')", 'quantity("-1500m")'],
    ["quantity('1.5Gi')", 'quantity("1536Mi")'],
    ["quantity('1e3')", 'quantity("1e3")'],
    ["quantity('1E')", 'quantity("1E")'],
    ["quantity('1E3')", 'quantity("1E3")'],
    ["quantity('12e6')", 'quantity("12e6")'],
    ["quantity('0.1n')", 'quantity("1n")'],
    ["quantity('.5')", 'quantity("500m")'],
    ["quantity('5.')", 'quantity("5.")'],
    ["quantity('007')", 'quantity("007")'],
    ["quantity('1000')", 'quantity("1k")'],
    ["quantity('1024Mi')", 'quantity("1Gi")'],
    ["quantity('1500m')", 'quantity("1500m")'],
    ["quantity('0')", 'quantity("0")'],
    ["quantity('-0')", 'quantity("0")'],
    ["quantity('0Ki')", 'quantity("0")'],
    ["quantity('9223372036854775807')", 'quantity("9223372036854775807")'],
    ["quantity('9223372036854775808')", 'quantity("9223372036854775808")'],
    ["quantity('100Ei')", 'quantity("9223372036854775807")'],
    ["quantity('1e-30')", 'quantity("1e-9")'],
    [
      "quantity('')",
      "error: quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'",
    ],
    [
      "quantity('x')",
      "error: quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'",
    ],
    ["quantity('1mi')", "error: unable to parse quantity's suffix"],
    [
      "quantity('1 Gi')",
      "error: quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'",
    ],
    [
      "quantity('1,3G')",
      "error: quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'",
    ],
    ["quantity('12e')", "error: unable to parse quantity's suffix"],
    [
      "quantity('0x10')",
      "error: quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'",
    ],
    ["quantity('1Ki1')", "error: unable to parse quantity's suffix"],
    ["quantity('+')", 'quantity("0")'],
    ["quantity('.')", 'quantity("0")'],
    ["quantity('--1')", "error: unable to parse quantity's suffix"],
    [
      "quantity('1.2.3')",
      "error: quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'",
    ],
    [
      "quantity('１')",
      "error: quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'",
    ],
    ["isQuantity('1Gi')", "true"],
    ["isQuantity('')", "false"],
    ["isQuantity('1e3')", "true"],
    ["isQuantity('1GiB')", "false"],
    ["isQuantity('.')", "true"],
    [
      "isQuantity(1)",
      "ERROR: <input>:1:11: found no matching overload for 'isQuantity' applied to '(int)'",
    ],
    ["isQuantity(dyn(1))", "error: no such overload: isQuantity(int)"],
  ],
  sign: [
    ["sign(quantity('-50k'))", "-1"],
    ["sign(quantity('0'))", "0"],
    ["sign(quantity('0.1n'))", "1"],
    [
      "quantity('1').sign()",
      "ERROR: <input>:1:19: found no matching overload for 'sign' applied to 'kubernetes.Quantity.()'",
    ],
  ],
  comparing: [
    ["quantity('1Gi').isGreaterThan(quantity('1G'))", "true"],
    ["quantity('1').isGreaterThan(quantity('1000m'))", "false"],
    [
      "quantity('1').isGreaterThan(1)",
      "ERROR: <input>:1:28: found no matching overload for 'isGreaterThan' applied to 'kubernetes.Quantity.(int)'",
    ],
    ["quantity('50M').isLessThan(quantity('100M'))", "true"],
    ["quantity('-1').isLessThan(quantity('0'))", "true"],
    ["quantity('1n').isLessThan(quantity('1u'))", "true"],
    ["quantity('1').compareTo(quantity('2'))", "-1"],
    ["quantity('1Ki').compareTo(quantity('1024'))", "0"],
    ["quantity('2').compareTo(quantity('1'))", "1"],
    ["quantity('9999999999999999999999G').compareTo(quantity('1'))", "1"],
    ["quantity('1Gi') == quantity('1024Mi')", "true"],
    ["quantity('1') == quantity('1.0')", "true"],
    ["quantity('1') != quantity('2')", "true"],
    ["quantity('1').add(quantity('1')) == quantity('2')", "true"],
    ["quantity('2') == quantity('1').add(quantity('1'))", "error: no such overload"],
  ],
  numbers: [
    ["quantity('50.703k').asApproximateFloat()", "50703.0"],
    ["quantity('1.5Gi').asApproximateFloat()", "1.610612736e+09"],
    ["quantity('0.1').asApproximateFloat()", "0.1"],
    [
      "quantity('9223372036854775807Mi').sub(5000000000).asApproximateFloat()",
      "9.223372031854775e+18",
    ],
    ["quantity('9999999999999999999999G').asApproximateFloat()", "1.0000000000000001e+31"],
    ["quantity('50k').asInteger()", "50000"],
    ["quantity('-1Ki').asInteger()", "-1024"],
    ["quantity('9223372036854775807').asInteger()", "error: cannot convert value to integer"],
    ["quantity('9223372036854775808').asInteger()", "error: cannot convert value to integer"],
    ["quantity('1.5').asInteger()", "error: cannot convert value to integer"],
    ["quantity('1000m').asInteger()", "error: cannot convert value to integer"],
    ["quantity('1e18').asInteger()", "1000000000000000000"],
    ["quantity('1e19').asInteger()", "error: cannot convert value to integer"],
    ["quantity('50k').isInteger()", "true"],
    ["quantity('100m').isInteger()", "false"],
    ["quantity('9999999999999999999999G').isInteger()", "false"],
  ],
  adding: [
    ["quantity('50k').add(quantity('20'))", 'quantity("50020")'],
    ["quantity('1Ki').add(quantity('1Mi'))", 'quantity("1025Ki")'],
    ["quantity('1Ki').add(quantity('1k'))", 'quantity("2024")'],
    ["quantity('1').add(quantity('1m'))", 'quantity("1001m")'],
    ["quantity('9223372036854775807').add(quantity('1'))", 'quantity("9223372036854775808")'],
    ["quantity('0').add(quantity('1Ki'))", 'quantity("1Ki")'],
    ["quantity('50k').add(20)", 'quantity("50020")'],
    ["quantity('50k').add(-50000)", 'quantity("0")'],
    ["quantity('1.5').add(1)", 'quantity("2500m")'],
    ["quantity('1').add(9223372036854775807)", 'quantity("9223372036854775808")'],
    [
      "quantity('50k').add('20')",
      "ERROR: <input>:1:20: found no matching overload for 'add' applied to 'kubernetes.Quantity.(string)'",
    ],
  ],
  subtracting: [
    ["quantity('50k').sub(quantity('20'))", 'quantity("49980")'],
    ["quantity('1Mi').sub(quantity('1Ki'))", 'quantity("1023Ki")'],
    ["quantity('1').sub(quantity('1'))", 'quantity("0")'],
    ["quantity('0').sub(quantity('1m'))", 'quantity("-1m")'],
    ["quantity('50k').sub(20)", 'quantity("49980")'],
    ["quantity('1').sub(2)", 'quantity("-1")'],
  ],
  "details of the server": [
    ["quantity('1').sub(-9223372036854775808)", 'quantity("-9223372036854775807")'],
    ["quantity('-1').sub(-9223372036854775808)", 'quantity("9223372036854775807")'],

    ["quantity('0').sub(-9223372036854775808)", 'quantity("-9223372036854775808")'],
  ],
};

describe.each(Object.entries(table))("%s", (_, rows) => {
  test.each(rows)("%s", (expression, result) => {
    expect(resultOf(expression)).toBe(result);
  });
});

test("each overload has a row", () => {
  expect(untestedOverloads([quantityLibrary], table)).toEqual([]);
});
