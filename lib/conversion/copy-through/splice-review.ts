import type { Allowance } from "../../converter/allowance.ts";
import type { Cursor } from "../../json/scan/cursor.ts";
import { Reader } from "../../json/scan/reader.ts";
import { scan } from "../../json/scan/scan.ts";
import { Splicer } from "../../json/scan/splicer.ts";
import { member } from "../../json/value.ts";
import type { ReviewObject } from "../../protocol/conversion-review.ts";
import type { Review } from "../../protocol/review.ts";
import type { Note } from "../convert-object.ts";
import type { ConversionRegistry } from "../registry.ts";
import { type Heard, type RemarksSummary, summaryOf } from "../remarks.ts";
import { replyFrame } from "../reply-frame.ts";
import { ObjectSplicer } from "./object-splicer.ts";
import { readReviewText } from "./review-text.ts";

/** A review that was converted without being parsed. */
export interface SplicedReview extends RemarksSummary {
  /** The review with one object for each type of its objects. */
  readonly review: Review;
  /** The type of all objects, the same for all reviews with it and the same wanted version; absent where there are several. */
  readonly type: ReviewObject | undefined;
  /** The reply as JSON: a view that the next review makes invalid. */
  readonly body: Uint8Array;
  readonly objects: number;
}

/** Levels of a review down to the members of what stands in a list of a body: `request.objects[0].spec.list[0].name`. */
const depth = 8;

/**
 * How many times its request's bytes an answer may have: lists of short texts that become maps have five times as many.
 * What grows more is answered where it is parsed.
 */
const maxGrowthFactor = 6;

/**
 * Converts the objects of a ConversionReview where they stand in its text: what the conversions read is parsed, what they
 * give is written, and the rest is copied byte for byte. Undefined where that cannot be done: the text is unlike the
 * server's, it is no JSON, an object cannot be converted. The review is then to be parsed and answered as a whole; nothing
 * was done yet. Costs at most time linear in the text. Throws what a converter throws.
 */
export function spliceReview(
  registry: ConversionRegistry,
  text: string | Uint8Array,
  allowance: Allowance,
): SplicedReview | undefined {
  const scanned = scan(text, depth);
  if (scanned === undefined) return undefined;
  const out = new Splicer(maxGrowthFactor * scanned.length + 4096);
  const reader = new Reader(scanned);
  const found = readReviewText(reader);
  if (found === undefined) return undefined;

  const { review } = found;
  const frame = replyFrame(review.head);
  out.again(frame.beforeUid);
  out.value(review.head.uid);
  out.again(frame.beforeObjects);
  const to = String(member(review.request, "desiredAPIVersion"));
  const objects = new ObjectSplicer({ reader, out }, { registry, to, allowance });
  const written = writeAll(objects, reader.cursor().enter(found.objects.opening), out, allowance);
  out.again(frame.end);
  if (written === undefined || out.isFull) return undefined;
  const types = [...objects.seen];
  const request = { ...review.request, objects: types };
  return {
    review: { head: review.head, request },
    type: types.length === 1 ? types[0] : undefined,
    body: out.bytes(),
    objects: written.objects,
    ...summaryOf(written.heard),
  };
}

interface Written {
  readonly objects: number;
  readonly heard: readonly Heard[];
}

/** Writes all objects, with commas between; undefined where one cannot be converted, or no time is left. */
function writeAll(
  objects: ObjectSplicer,
  item: Cursor,
  out: Splicer,
  { expired }: Allowance,
): Written | undefined {
  const heard: Heard[] = [];
  let index = 0;
  const note: Note = (remarks) => heard.push({ index, remarks });
  while (item.nextItem()) {
    if (expired()) return undefined;
    if (index > 0) out.raw(",");
    if (!objects.write(item, note)) return undefined;
    index++;
  }
  return { objects: index, heard };
}
