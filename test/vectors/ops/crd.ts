import { type CrdReport, checkCrd, checkCrdUpdate } from "../../../lib/crd/check-crd.ts";
import { allEngines } from "../../../lib/crd/engines/all-engines.ts";
import { equal } from "../../../lib/json/equal.ts";
import {
  isArray,
  isObject,
  type JsonObject,
  type JsonValue,
  member,
} from "../../../lib/json/value.ts";
import { differenceOfErrors } from "../field-errors.ts";

export async function run(vector: JsonObject): Promise<string | undefined> {
  const crd = member(vector, "crd") ?? null;
  const old = member(vector, "oldCrd");
  const report =
    old === undefined ? checkCrd(crd, allEngines) : checkCrdUpdate(crd, old, allEngines);
  const expect = member(vector, "expect");
  if (!isObject(expect)) return "no expectation";
  return (
    differenceOfErrors(report.errors, member(expect, "errors")) ??
    listDifference("warnings", report.warnings, expect) ??
    listDifference("unknown", report.unknownFields, expect) ??
    defaultedDifference(report, member(expect, "defaulted") ?? null)
  );
}

function listDifference(
  name: string,
  actual: readonly string[],
  expect: JsonObject,
): string | undefined {
  const expected = member(expect, name) ?? null;
  const sorted = isArray(expected) ? [...expected].sort() : expected;
  return equal([...actual].sort(), sorted)
    ? undefined
    : `${name}: ${JSON.stringify(actual)} instead of ${JSON.stringify(expected)}`;
}

function defaultedDifference(report: CrdReport, expected: JsonValue): string | undefined {
  const { spec, status, metadata } = report.crd;
  const actual: JsonObject = {
    conversion: spec.conversion ?? null,
    generation: metadata.generation ?? 0,
    names: spec.names,
    storedVersions: status.storedVersions,
  };
  return equal(actual, expected)
    ? undefined
    : `defaulted: ${JSON.stringify(actual)} instead of ${JSON.stringify(expected)}`;
}
