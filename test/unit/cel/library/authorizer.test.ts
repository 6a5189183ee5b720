import { describe, expect, test } from "vitest";
import { type ResultTable, resultOf } from "../../../support/cel-results.ts";

// Source: what the CEL environment of kube-apiserver 1.36.3 (cel-go v0.26.0) returns for each expression.
const table: ResultTable = {
  "each function is known by name, and has no overload for another type": [
    [
      "'x'.path('/p')",
      "ERROR: <input>:1:9: found no matching overload for 'path' applied to 'string.(string)'",
    ],
    [
      "'x'.group('g')",
      "ERROR: <input>:1:10: found no matching overload for 'group' applied to 'string.(string)'",
    ],
    [
      "'x'.serviceAccount('a', 'b')",
      "ERROR: <input>:1:19: found no matching overload for 'serviceAccount' applied to 'string.(string, string)'",
    ],
    [
      "'x'.resource('r')",
      "ERROR: <input>:1:13: found no matching overload for 'resource' applied to 'string.(string)'",
    ],
    [
      "'x'.subresource('s')",
      "ERROR: <input>:1:16: found no matching overload for 'subresource' applied to 'string.(string)'",
    ],
    [
      "'x'.namespace('n')",
      "ERROR: <input>:1:14: found no matching overload for 'namespace' applied to 'string.(string)'",
    ],
    [
      "'x'.name('n')",
      "ERROR: <input>:1:9: found no matching overload for 'name' applied to 'string.(string)'",
    ],
    [
      "'x'.check('get')",
      "ERROR: <input>:1:10: found no matching overload for 'check' applied to 'string.(string)'",
    ],
    [
      "'x'.errored()",
      "ERROR: <input>:1:12: found no matching overload for 'errored' applied to 'string.()'",
    ],
    [
      "'x'.error()",
      "ERROR: <input>:1:10: found no matching overload for 'error' applied to 'string.()'",
    ],
    [
      "'x'.allowed()",
      "ERROR: <input>:1:12: found no matching overload for 'allowed' applied to 'string.()'",
    ],
    [
      "'x'.reason()",
      "ERROR: <input>:1:11: found no matching overload for 'reason' applied to 'string.()'",
    ],
    [
      "'x'.fieldSelector('f')",
      "ERROR: <input>:1:18: found no matching overload for 'fieldSelector' applied to 'string.(string)'",
    ],
    [
      "'x'.labelSelector('l')",
      "ERROR: <input>:1:18: found no matching overload for 'labelSelector' applied to 'string.(string)'",
    ],
  ],
  "a rule without an authorizer": [
    [
      "authorizer.path('/p').check('get').allowed()",
      "ERROR: <input>:1:1: undeclared reference to 'authorizer' (in container '')",
    ],
    [
      "path('/p')",
      "ERROR: <input>:1:5: found no matching overload for 'path' applied to '(string)'",
    ],
  ],
};

describe.each(Object.entries(table))("%s", (_, rows) => {
  test.each(rows)("%s", (expression, result) => {
    expect(resultOf(expression)).toBe(result);
  });
});
