import type { JsonValue } from "../../json/value.ts";
import type { ConversionRun, ConvertValue, Unparsable } from "./codec.ts";
import { hasNewNotes, prefixNotedPaths } from "./noted-paths.ts";

/**
 * Converts a part of a value with an inner op. Null is returned as it is. The path of the part (`[3]`, `.key`) is put before the
 * paths of the fault and of values that the inner op records.
 */
export function convertPart(
  one: ConvertValue,
  part: JsonValue,
  place: string,
  run: ConversionRun,
): JsonValue | undefined | Unparsable {
  if (part === null) return null;
  const earlier = run.fault;
  const unparsed = run.unparsed.length;
  const rounded = run.rounded.length;
  const answer = one(part, run);
  // An earlier fault belongs to a source of a `first` rule that was skipped, not to this part.
  if (earlier === undefined && hasNewNotes(run, unparsed, rounded)) {
    prefixNotedPaths(place.replace(/^\./, ""), { unparsed, rounded }, run);
  }
  return answer;
}
