import { equal } from "../../../json/equal.ts";
import type { DefaultRule } from "../../language/rule.ts";
import type { OneCodec } from "../codec.ts";

/** A value as it is, and back, the one that is filled in as absence. Filling it in is not done here. */
export function defaultCodec({ value }: Pick<DefaultRule, "value">): OneCodec {
  return {
    forward: (given) => given,
    backward: (given) => (equal(given, value) ? undefined : given),
    exactForward: false,
    exactBackward: true,
  };
}
