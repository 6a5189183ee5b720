import { isArray } from "../../../json/value.ts";
import { type One, type OneCodec, unreadable } from "../codec.ts";
import { identityCodec } from "../identity.ts";
import { inside } from "../inside.ts";

/** The parameters of single; the inner op goes from the item to the value. */
export interface Single {
  readonly inner?: OneCodec;
}

/**
 * A list of one item as the item. A longer list cannot be read; an empty one is absent.
 *
 * Lossy: an empty list, a list of null.
 */
export function singleCodec({ inner = identityCodec }: Single): OneCodec {
  const forward: One = (list, run) => {
    if (!isArray(list) || list.length > 1) return unreadable;
    const [item] = list;
    return item === undefined ? undefined : inside(inner.forward, item, "[0]", run);
  };
  const backward: One = (value, run) => {
    const item = inner.backward(value, run);
    // A list of null would come back as null, which no list says.
    return item === undefined || item === null || item === unreadable ? unreadable : [item];
  };
  return { forward, backward, exactForward: false, exactBackward: inner.exactBackward };
}
