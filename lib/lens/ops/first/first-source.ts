import { assertDefined } from "../../../json/invariant.ts";
import type { FirstRule, FirstSource } from "../../language/rule.ts";
import { nodeAt } from "../../language/schema-node.ts";
import type { ValueCodec } from "../codec.ts";
import { identityCodec } from "../identity.ts";
import type { CodecContext } from "../op.ts";

/** The codecs of the sources of a `first` rule. A source that is only a path copies its value. */
export function sourceCodecs(
  { from, to }: FirstRule,
  { first, second: [one], scope, source: codecOf }: CodecContext,
): readonly ValueCodec[] {
  const sources = isList(from) ? from : isList(to) ? to : [];
  return sources.map((source, index) => {
    if (typeof source === "string") return identityCodec;
    const schemas = {
      from: nodeAt(scope.from, assertDefined(first[index], "each source has its path")),
      to: nodeAt(scope.to, assertDefined(one, "sources have one target")),
    };
    return codecOf(source, schemas);
  });
}

function isList(named: string | readonly FirstSource[]): named is readonly FirstSource[] {
  return typeof named !== "string";
}
