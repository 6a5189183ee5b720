import { allEngines } from "../../../lib/crd/engines/all-engines.ts";
import {
  createObject,
  type RequestOutcome,
  updateObject,
} from "../../../lib/crd/request/create-and-update.ts";
import { compileKind } from "../../../lib/crd/request/resource-kind.ts";
import { equal } from "../../../lib/json/equal.ts";
import {
  isArray,
  isObject,
  type JsonObject,
  type JsonValue,
  member,
} from "../../../lib/json/value.ts";
import { stringify } from "../../../lib/json/write.ts";
import { differenceOfErrors } from "../field-errors.ts";

/** Op `pipeline`: a create or update request without webhooks, from decoding to reading it back. */
export async function run(vector: JsonObject): Promise<string | undefined> {
  const kind = compileKind(member(vector, "crd") ?? null, allEngines);
  const version = String(member(vector, "version"));
  const expected = member(vector, "expect");
  if (!isObject(expected)) return "no expectation";
  const raw = member(vector, "raw");
  const body =
    typeof raw === "string" ? { text: raw } : { object: member(vector, "object") ?? null };
  const old = member(vector, "old");
  const result = isObject(old)
    ? updateObject(kind, version, body, old)
    : createObject(kind, version, body);
  const decodeError = member(expected, "decodeError");
  if (!result.ok) return decodeError === undefined ? `refused: ${result.error}` : undefined;
  if (decodeError !== undefined) return `accepted, expected ${String(decodeError)}`;
  return outcomeDifference(result.value, expected);
}

function outcomeDifference(outcome: RequestOutcome, expected: JsonObject): string | undefined {
  const { served } = outcome;
  return (
    differenceOfErrors(outcome.errors, member(expected, "errors")) ??
    difference("decoded", outcome.decoded, expected) ??
    difference("prepared", outcome.prepared, expected) ??
    difference("stored", outcome.stored, expected) ??
    difference("served", served === undefined ? undefined : Object.fromEntries(served), expected) ??
    listDifference("strictErrors", outcome.strictErrors, expected) ??
    listDifference("warnings", outcome.warnings, expected)
  );
}

function difference(
  name: string,
  actual: JsonValue | undefined,
  expected: JsonObject,
): string | undefined {
  const wanted = member(expected, name);
  return equal(actual, wanted)
    ? undefined
    : `${name}: ${stringify(actual ?? null)}, expected ${stringify(wanted ?? null)}`;
}

/** The vectors record no warnings for updates. */
function listDifference(
  name: string,
  actual: readonly string[],
  expected: JsonObject,
): string | undefined {
  const wanted = member(expected, name);
  if (wanted === undefined) return undefined;
  const sorted = isArray(wanted) ? wanted.map(String).sort() : wanted;
  return equal([...actual].sort(), sorted)
    ? undefined
    : `${name}: ${stringify([...actual])}, expected ${stringify(wanted)}`;
}
