import { equal } from "../../../json/equal.ts";
import type { OptionalRule } from "../../language/rule.ts";
import type { One, OneCodec } from "../codec.ts";

/**
 * A value as it is, but the one that absence means as absence, both ways. Filling it in where a version requires the
 * field is not done here.
 *
 * Lossy: whether the value was written out.
 */
export function optionalCodec({ absent }: Pick<OptionalRule, "absent">): OneCodec {
  const spared: One = (value) => (equal(value, absent) ? undefined : value);
  return { forward: spared, backward: spared, exactForward: false, exactBackward: false };
}
