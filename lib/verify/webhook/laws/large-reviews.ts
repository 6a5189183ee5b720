import { equal } from "../../../json/equal.ts";
import { stringify } from "../../../json/write.ts";
import type { ReviewObject } from "../../../protocol/conversion-review.ts";
import { type LawResult, lawFails, lawOk, lawRefused } from "../../law-result.ts";
import type { Law } from "../../laws/law.ts";
import { convertedSample } from "../../samples/converted-sample.ts";
import { generatedAnnotation, withName } from "../../samples/metadata.ts";
import { bodyOf } from "../../samples/object-body.ts";
import type { BlackBox, Direction } from "../../subject.ts";
import { listedTrial } from "../../trial.ts";
import { exchangeObjects, failureReason } from "./exchange-objects.ts";

/**
 * Sends as many objects in one review as a page of a list may have. kube-apiserver does not limit the size of a review; HTTP
 * servers and proxies often do, at 100 kB or 1 MB.
 */
export const largeReviewsLaw: Law = {
  name: "large-reviews",
  statement:
    "in a review with almost 1 MB of objects, each converts as it does alone; with --hostile, also in one with almost 6 MB",
  trial: (pair) => {
    const { blackBox } = pair.subject;
    if (blackBox === undefined) return undefined;
    return listedTrial(
      () => (blackBox.sendsHostile ? [megabyte, 6 * megabyte] : [megabyte]),
      (bytes) => isSameAsAlone(pair, blackBox, bytes),
      (bytes) => bytes,
    );
  },
};

/** The bytes of all objects in a review: a little less than 1 MB, so that the whole review does not exceed 1 MB. */
const megabyte = 950_000;
/**
 * The number of characters of an annotation that makes each object larger. The number is a choice: a hundred such objects are a
 * large review, and each of them is still of an ordinary size.
 */
const annotationLength = 10_000;

function isSameAsAlone(pair: Direction, blackBox: BlackBox, bytes: number): LawResult {
  const alone = convertedSample(pair);
  if (alone === undefined) return lawRefused;
  const { before, after } = alone;
  const objects = copiesOf(before, bytes);
  const exchange = exchangeObjects(pair, blackBox, objects);
  const what = `${objects.length} copies of the object, each with a long annotation, in one review of ${(bytes / 1e6).toFixed(1)} MB`;
  if (exchange.type !== "converted") {
    return lawFails({ before, after, explanation: `${what}: ${failureReason(exchange)}` });
  }
  const other = exchange.accepted.find((object) => !equal(bodyOf(object), bodyOf(after)));
  if (other === undefined) return lawOk;
  const returned = { ...after, ...bodyOf(other) };
  return lawFails({
    before,
    after,
    returned,
    explanation: `${what}: one copy has another result (shown last)`,
  });
}

/** As many copies of an object, with different names and a long annotation, as fit in a number of bytes. */
function copiesOf(object: ReviewObject, bytes: number): readonly ReviewObject[] {
  const annotations = { [generatedAnnotation]: "x".repeat(annotationLength) };
  const metadata = { name: "", namespace: "default", annotations };
  const long = { ...object, metadata };
  const count = Math.floor(bytes / (Buffer.byteLength(stringify(long)) + 20));
  return Array.from({ length: count }, (_, index) => withName(long, `sample-${index + 1}`));
}
