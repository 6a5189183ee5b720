import { checkCrdStatusUpdate } from "../../../lib/crd/check-crd.ts";
import { equal } from "../../../lib/json/equal.ts";
import { isObject, type JsonObject, member } from "../../../lib/json/value.ts";
import { differenceOfErrors } from "../field-errors.ts";

export function run(vector: JsonObject): string | undefined {
  const report = checkCrdStatusUpdate(
    member(vector, "crd") ?? null,
    member(vector, "oldCrd") ?? null,
  );
  const expect = member(vector, "expect");
  if (!isObject(expect)) return "no expectation";
  const stored = report.crd.status.storedVersions;
  return (
    differenceOfErrors(report.errors, member(expect, "errors")) ??
    (equal(stored, member(expect, "storedVersions") ?? null)
      ? undefined
      : `storedVersions: ${JSON.stringify(stored)}`)
  );
}
