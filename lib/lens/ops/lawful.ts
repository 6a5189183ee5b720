import { Growth } from "../../converter/growth.ts";
import { equal } from "../../json/equal.ts";
import type { JsonValue } from "../../json/value.ts";
import { type One, type OneCodec, type Run, type Unreadable, unreadable } from "./codec.ts";

/**
 * The codec that cannot parse a value whose image does not come back to be the same image: what is left keeps
 * f(g(f(x))) = f(x) both ways, whatever the codec does.
 */
export function lawful(codec: OneCodec): OneCodec {
  return {
    ...codec,
    forward: settled(codec.forward, codec.backward),
    backward: settled(codec.backward, codec.forward),
  };
}

function settled(there: One, back: One): One {
  return (value, run) => {
    const image = there(value, run);
    if (image === unreadable || image === undefined || !run.provesLaws) return image;
    const again = onTrial(there, onTrial(back, image, run), run);
    return again !== unreadable && equal(again, image) ? image : unreadable;
  };
}

/** What a direction says without saying it to the run: absent and null pass. */
function onTrial(
  one: One,
  value: JsonValue | undefined | Unreadable,
  run: Run,
): JsonValue | undefined | Unreadable {
  if (value === undefined || value === null || value === unreadable) return value;
  const trial = { checksExactness: false, provesLaws: false, trial: undefined };
  return one(value, { ...run, ...trial, growth: new Growth() });
}
