import { isArray } from "../../../json/value.ts";
import { type ConvertValue, unparsable, type ValueCodec } from "../codec.ts";
import { convertPart } from "../convert-part.ts";
import { identityCodec } from "../identity.ts";

/** The parameters of {@link singleCodec}. `inner` converts the item to the value. */
interface Single {
  readonly inner?: ValueCodec;
}

/**
 * Converts a list with one item to the item. A longer list cannot be parsed; an empty list becomes absent.
 *
 * Lossy: an empty list, a list of null.
 */
export function singleCodec({ inner = identityCodec }: Single): ValueCodec {
  const forward: ConvertValue = (list, run) => {
    if (!isArray(list) || list.length > 1) return unparsable;
    const [item] = list;
    return item === undefined ? undefined : convertPart(inner.forward, item, "[0]", run);
  };
  const backward: ConvertValue = (value, run) => {
    const item = inner.backward(value, run);
    // Null in a list is converted to null, which is converted back to null instead of a list.
    return item === undefined || item === null || item === unparsable ? unparsable : [item];
  };
  return { forward, backward, exactForward: false, exactBackward: inner.exactBackward };
}
