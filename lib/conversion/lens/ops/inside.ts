import type { JsonValue } from "../../../json/value.ts";
import type { One, Run, Unreadable } from "../codec.ts";

/**
 * What an inner op says of a part of a value. Null passes; a fault gets the part's place (`[3]`, `.key`) before its
 * path.
 */
export function inside(
  one: One,
  part: JsonValue,
  place: string,
  run: Run,
): JsonValue | undefined | Unreadable {
  if (part === null) return null;
  const earlier = run.fault;
  const answer = one(part, run);
  if (run.fault !== undefined && run.fault !== earlier) {
    run.fault = { ...run.fault, path: `${place}${run.fault.path}` };
  }
  return answer;
}
