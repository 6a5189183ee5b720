import { isArray } from "../../../json/value.ts";
import { type ConvertValue, unparsable, type ValueCodec } from "../codec.ts";
import { identityCodec } from "../identity.ts";
import { inside } from "../inside.ts";

/** The parameters of single; the inner op goes from the item to the value. */
interface Single {
  readonly inner?: ValueCodec;
}

/**
 * A list of one item as the item. A longer list cannot be parsed; an empty one is absent.
 *
 * Lossy: an empty list, a list of null.
 */
export function singleCodec({ inner = identityCodec }: Single): ValueCodec {
  const forward: ConvertValue = (list, run) => {
    if (!isArray(list) || list.length > 1) return unparsable;
    const [item] = list;
    return item === undefined ? undefined : inside(inner.forward, item, "[0]", run);
  };
  const backward: ConvertValue = (value, run) => {
    const item = inner.backward(value, run);
    // A list of null would come back as null, which no list says.
    return item === undefined || item === null || item === unparsable ? unparsable : [item];
  };
  return { forward, backward, exactForward: false, exactBackward: inner.exactBackward };
}
