import { expect, test } from "vitest";
import type { Converter } from "../../../lib/converter/converter.ts";
import { ok } from "../../../lib/json/result.ts";
import { undecidedEdge } from "../../../lib/kind/undecided.ts";

test("an edge whose lens does not compile still says that it needs validators", () => {
  const convert: Converter = ({ body }) => ok({ body });
  const validating = Object.assign(convert, { validates: () => true });
  const pair = { forward: validating, backward: validating };
  const { forward, backward, nearest } = undecidedEdge({
    from: "v1",
    to: "v2",
    ...pair,
    nearest: pair,
  });
  const converters = [forward, backward, nearest?.forward, nearest?.backward];
  expect(converters.map((each) => each?.validates?.())).toEqual([true, true, true, true]);
});
