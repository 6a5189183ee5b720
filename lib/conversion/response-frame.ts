import { stringify } from "../json/write.ts";
import { converted } from "../protocol/conversion-review.ts";
import type { ReviewHead } from "../protocol/review.ts";

/** The constant parts of a response's JSON text: before the uid, between uid and objects, and after the objects. */
interface ResponseFrame {
  readonly beforeUid: string;
  readonly beforeObjects: string;
  readonly end: string;
}

/** A cache of frames by the response's apiVersion: at most two, for v1 and v1beta1. */
const frames = new Map<string, ResponseFrame>();

/** The frame for responses in the review's version. */
export function responseFrame(head: ReviewHead<"ConversionReview">): ResponseFrame {
  const known = frames.get(head.apiVersion);
  if (known !== undefined) return known;
  const text = stringify(converted({ ...head, uid: "" }, []));
  const [uidAt, endAt] = [text.indexOf('""'), text.lastIndexOf("]")];
  const frame = {
    beforeUid: text.slice(0, uidAt),
    beforeObjects: text.slice(uidAt + 2, endAt),
    end: text.slice(endAt),
  };
  frames.set(head.apiVersion, frame);
  return frame;
}
