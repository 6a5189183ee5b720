import { stringify } from "../json/write.ts";
import { converted } from "../protocol/conversion-review.ts";
import type { ReviewHead } from "../protocol/review.ts";

/** The text of a response before its uid, between uid and objects, and after its objects. */
interface ResponseFrame {
  readonly beforeUid: string;
  readonly beforeObjects: string;
  readonly end: string;
}

/** The frames, by the apiVersion of the response; there are two. */
const frames = new Map<string, ResponseFrame>();

/** The frame of responses to reviews of a version. */
export function responseFrame(head: ReviewHead): ResponseFrame {
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
