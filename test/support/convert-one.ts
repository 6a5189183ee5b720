import { convertReview } from "../../lib/conversion/convert-review.ts";
import { type ConversionRegistry, conversionRegistry } from "../../lib/conversion/registry.ts";
import { deepFreeze } from "../../lib/json/deep-freeze.ts";
import { byteLength } from "../../lib/json/size.ts";
import { isArray, type JsonObject, member } from "../../lib/json/value.ts";
import { stringify } from "../../lib/json/write.ts";
import { lensEdge } from "../../lib/lens/edge/edge.ts";
import { readReview } from "../../lib/protocol/review.ts";
import { allowance } from "./allowance.ts";
import { conversionFaults } from "./conversion-rules.ts";
import { kinds } from "./example-kinds.ts";
import { objectIn } from "./json-lines.ts";
import { objectOf, textAt } from "./review-rules.ts";
import { conversionReview } from "./reviews.ts";

const registry = conversionRegistry(kinds);

/** The example kinds without their schemas, so that nothing is held back: the laws then hold for any JSON. */
export const trustingRegistry = conversionRegistry(
  kinds.map((kind) => ({
    ...kind,
    edges: kind.lenses.map((lens) =>
      lensEdge({ group: kind.group, schemaOf: () => undefined }, lens),
    ),
  })),
);

/**
 * Converts an object to another version of its kind by a ConversionReview, written as text and parsed. Throws if the API server
 * would not accept the response, and the message of a failed conversion. The object is frozen, so that no code can change it.
 */
export function convertOne(
  object: JsonObject,
  version: string,
  kindsOf: ConversionRegistry = registry,
): JsonObject {
  const group = textAt(object, "apiVersion").split("/")[0];
  const review = deepFreeze(conversionReview(`${group}/${version}`, [object]));
  const read = readReview(review, "ConversionReview");
  if (!read.ok) throw new Error(read.error.message);
  const requestBytes = byteLength(stringify(review));
  const answer = convertReview(kindsOf, read.value, { requestBytes, allowance: allowance() });
  const reply = objectIn(answer.text);
  const faults = conversionFaults(review, reply);
  if (faults.length > 0) throw new Error(faults.join());
  if (answer.failure !== undefined) throw new Error(answer.failure);
  const objects = member(objectOf(member(reply, "response")), "convertedObjects");
  return objectOf(isArray(objects) ? objects[0] : undefined);
}
