import type { Allowance } from "../../converter/allowance.ts";
import type { Cursor } from "../../json/scan/cursor.ts";
import type { ValueRange } from "../../json/scan/pieces.ts";
import { ScanReader } from "../../json/scan/reader.ts";
import { scan } from "../../json/scan/scan.ts";
import { selectionOf } from "../../json/scan/selection.ts";
import { Splicer } from "../../json/scan/splicer.ts";
import { isParsed } from "../../json/sparse.ts";
import { readConversionRequest } from "../../protocol/conversion-review.ts";
import { type ReviewHead, readReview } from "../../protocol/review.ts";
import type { ReceiveRemarks } from "../convert-object.ts";
import type { ConversionRegistry } from "../registry.ts";
import { type ObjectRemarks, type RemarksSummary, summaryOf } from "../remarks.ts";
import { responseFrame } from "../response-frame.ts";
import { ObjectCopier } from "./object-copier.ts";
import { type CopiedFacts, ObjectTypes } from "./object-type.ts";

/** The response to a review whose objects were converted without parsing them whole. */
interface CopiedReview extends RemarksSummary {
  /** JSON in UTF-8. */
  readonly body: Uint8Array;
  readonly uid: string;
  readonly objects: number;
  readonly facts: CopiedFacts;
}

/**
 * Converts the objects of a ConversionReview within its text: only members that the conversions read are parsed and
 * rewritten; the rest is copied byte for byte. Returns undefined if the review must be parsed and converted by
 * `convertReview`: it is not JSON, it is not written as the server writes it, an object can't be converted by copying, the
 * deadline has passed, or the response would have more than {@link maxGrowthFactor} times the request's bytes. The time
 * is at most linear in the length of the text. Throws what a converter throws.
 */
export type CopyThrough = (
  text: string | Uint8Array,
  allowance: Allowance,
) => CopiedReview | undefined;

/** Bytes that a response may have beyond {@link maxGrowthFactor} times its request's, so that small reviews fit. */
const envelopeBytes = 4096;

/** Creates the copy-through conversion for the kinds of a registry. It stores nothing of a review. */
export function copyThrough(registry: ConversionRegistry): CopyThrough {
  const types = new ObjectTypes(registry);
  return (text, allowance) => {
    const scanned = scan(text, depth);
    if (scanned === undefined) return undefined;
    const out = new Splicer(maxGrowthFactor * scanned.length + envelopeBytes);
    const reader = new ScanReader(scanned);
    const review = readHead(reader);
    if (review === undefined) return undefined;
    const { head, to } = review;
    const frame = responseFrame(head);
    out.raw(frame.beforeUid);
    out.value(head.uid);
    out.raw(frame.beforeObjects);
    const copier = new ObjectCopier({ reader, out, registry, types, to, allowance });
    const items = reader.cursor().enter(review.objects.opening);
    const written = writeAll(items, copier, out, allowance);
    const facts = copier.facts();
    out.raw(frame.end);
    if (written === undefined || facts === undefined || out.isFull) return undefined;
    const { objects, remarks } = written;
    return { body: Buffer.from(out.bytes()), uid: head.uid, objects, facts, ...summaryOf(remarks) };
  };
}

interface WrittenResponse {
  readonly objects: number;
  readonly remarks: readonly ObjectRemarks[];
}

/**
 * Writes all objects to `out`, separated by commas. Undefined if the deadline has passed or an object can't be
 * converted by copying; `convertReview` may still be able to convert such an object.
 */
function writeAll(
  item: Cursor,
  copier: ObjectCopier,
  out: Splicer,
  { expired }: Allowance,
): WrittenResponse | undefined {
  const all: ObjectRemarks[] = [];
  let index = 0;
  const note: ReceiveRemarks = (remarks) => all.push({ index, remarks });
  while (item.nextItem()) {
    if (expired()) return undefined;
    if (index > 0) out.raw(",");
    if (!copier.write(item, note)) return undefined;
    index++;
  }
  return { objects: index, remarks: all };
}

/**
 * The number of levels of a review that are scanned, enough to reach the members of an item in a list of a body:
 * `request.objects[0].spec.list[0].name`.
 */
const depth = 8;

/**
 * The most bytes of a response, as a multiple of the request's bytes. A list of short strings that become maps can grow
 * to five times its size. A review that grows more is converted by `convertReview`.
 */
const maxGrowthFactor = 6;

interface ReviewText {
  readonly head: ReviewHead<"ConversionReview">;
  /** The target apiVersion. */
  readonly to: string;
  /** The position of the list of objects. */
  readonly objects: ValueRange;
}

const headSelection = selectionOf([
  { key: "apiVersion", action: "whole" },
  { key: "kind", action: "whole" },
  // The server sends an empty response in every review.
  { key: "response", action: "part", members: [] },
  {
    key: "request",
    action: "part",
    members: [
      { key: "uid", action: "whole" },
      { key: "desiredAPIVersion", action: "whole" },
      { key: "objects", action: "range" },
    ],
  },
]);

/**
 * Reads a review without its objects, with the same functions that read a parsed review. Undefined if they report a
 * fault, or if the review or its request has a member that this module does not know.
 */
function readHead(reader: ScanReader): ReviewText | undefined {
  const selected =
    headSelection && reader.isMapText() ? reader.select(0, headSelection) : undefined;
  if (selected === undefined || selected === "other" || !isParsed(selected.map)) return undefined;
  const { map, range: objects } = selected;
  if (objects === undefined || objects.opening === 0 || !reader.isList(objects.start)) {
    return undefined;
  }
  const review = readReview(map, "ConversionReview");
  if (!review.ok || !isParsed(review.value.request)) return undefined;
  const request = readConversionRequest({ ...review.value.request, objects: [] });
  if (!request.ok) return undefined;
  return { head: review.value.head, to: request.value.desiredAPIVersion, objects };
}
