import { isObject, type JsonObject } from "../../../json/value.ts";
import { valueAt, withValueAt } from "../../language/key-path.ts";
import { type KeyPath, parsePath } from "../../language/path.ts";
import type { RuleData, VariantRule } from "../../language/rule.ts";
import { nodeAt, type SchemaPair } from "../../language/schema-node.ts";
import type { ScopeRule } from "../../place/scoped-lens.ts";
import type { Compilation } from "../../run/compilation.ts";
import { type Many, type ManyCodec, type One, type OneCodec, unreadable } from "../codec.ts";
import type { OpPlace } from "../op-place.ts";
import { variantCodec } from "./codec.ts";

/** Makes a lens within an op ready, first side first. */
type InnerCodec = (
  rules: readonly RuleData[],
  schemas: SchemaPair,
  compilation: Compilation,
  turned: boolean,
) => OneCodec;

/**
 * A variant works on one map: the claimed values are put into one, below the path that the rule names, and taken out of
 * what it makes of it.
 */
export function variantOnClaims(
  data: VariantRule,
  place: OpPlace,
  turned: boolean,
  innerCodec: InnerCodec,
): ManyCodec {
  const { rule, compilation, scope } = place;
  const [first, second] = turned
    ? ([rule.to, rule.from] as const)
    : ([rule.from, rule.to] as const);
  const bases = basesOf(data, rule, turned);
  const schemas = {
    from: nodeAt(turned ? scope.to : scope.from, bases.first),
    to: nodeAt(turned ? scope.from : scope.to, bases.second),
  };
  const cases = Object.fromEntries(
    Object.entries(data.cases).map(([word, { test, rules }]) => [
      word,
      {
        test,
        ...(rules === undefined ? {} : { inner: innerCodec(rules, schemas, compilation, turned) }),
      },
    ]),
  );
  const codec = variantCodec({ tag: data.tag, cases });
  const [paths, images] = [
    first.map((path) => path.slice(bases.first.length)),
    second.map((path) => path.slice(bases.second.length)),
  ];
  return {
    forward: onMap(codec.forward, paths, images),
    backward: onMap(codec.backward, images, paths),
    exactForward: codec.exactForward,
    exactBackward: codec.exactBackward,
  };
}

/** How many keys a variant's own paths have, on its first and second side, in the scope that it was placed in. */
function basesOf(
  data: VariantRule,
  { from, to }: ScopeRule,
  turned: boolean,
): { readonly first: KeyPath; readonly second: KeyPath } {
  const [first = []] = turned ? to : from;
  const tag = parsePath(data.tag) ?? [];
  const own = first.slice(0, first.length - tag.length);
  const otherText = turned ? data.from : data.to;
  const firstText = turned ? data.to : data.from;
  const lost = (parsePath(firstText)?.length ?? 0) - own.length;
  const second = (parsePath(otherText) ?? [])
    .slice(lost)
    .filter((step) => typeof step === "string");
  return { first: own, second };
}

/** An op on one map as one on several of its values. */
function onMap(one: One, sources: readonly KeyPath[], targets: readonly KeyPath[]): Many {
  return (values, run) => {
    let map: JsonObject | undefined = {};
    for (const [index, value] of values.entries()) {
      const path = sources[index];
      if (value === undefined || path === undefined || map === undefined) continue;
      map = withValueAt(map, path, value);
    }
    const image = map === undefined ? unreadable : one(map, run);
    if (image === unreadable) return unreadable;
    return targets.map((path) => (isObject(image) ? valueAt(image, path) : undefined));
  };
}
