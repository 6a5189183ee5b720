import type { JsonValue } from "../../json/value.ts";
import type { ConversionRun, ConvertValue, Unparsable } from "./codec.ts";
import { hasNoted, putBelow } from "./noted-paths.ts";

/**
 * What an inner op says of a part of a value. Null passes; a fault, and what is noted, gets the part's place (`[3]`,
 * `.key`) before its path.
 */
export function inside(
  one: ConvertValue,
  part: JsonValue,
  place: string,
  run: ConversionRun,
): JsonValue | undefined | Unparsable {
  if (part === null) return null;
  const earlier = run.fault;
  const unread = run.unread.length;
  const rounded = run.rounded.length;
  const answer = one(part, run);
  // A fault of another source, which was passed over, is not of this part.
  if (earlier === undefined && hasNoted(run, unread, rounded)) {
    putBelow(place.replace(/^\./, ""), { unread, rounded }, run);
  }
  return answer;
}
