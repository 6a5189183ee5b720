import { stringify } from "../json/write.ts";
import { converted } from "../protocol/conversion-review.ts";
import type { ReviewHead } from "../protocol/review.ts";

/** The text of a reply around its uid and around its objects. */
export interface ReplyFrame {
  readonly beforeUid: string;
  readonly beforeObjects: string;
  readonly end: string;
}

/** By the reply's version, of which there are two. */
const frames = new Map<string, ReplyFrame>();

/** The frame of replies to reviews of a version. */
export function replyFrame(head: ReviewHead): ReplyFrame {
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
