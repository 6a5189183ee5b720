import { isObject, type JsonObject, type JsonValue } from "../../../json/value.ts";
import { valueAt, withValueAt } from "../../language/key-path.ts";
import { type KeyPath, parsePath } from "../../language/path.ts";
import type { VariantRule } from "../../language/rule.ts";
import { nodeAt } from "../../language/schema-node.ts";
import { type ConvertValue, type ConvertValues, type JointCodec, unparsable } from "../codec.ts";
import type { CodecContext } from "../op.ts";
import { trialRun } from "../run-state.ts";
import { variantCodec } from "./codec.ts";

/**
 * Applies the codec of a variant, which converts whole maps, to the values that the rule claims: puts them into a map, converts
 * the map, and takes the results from its image.
 */
export function variantClaimsCodec(
  data: VariantRule,
  { first, second, scope, inner }: CodecContext,
): JointCodec {
  const bases = basesOf(data, first);
  const schemas = { from: nodeAt(scope.from, bases.first), to: nodeAt(scope.to, bases.second) };
  const cases = Object.fromEntries(
    Object.entries(data.cases).map(([word, { where, rules }]) => [
      word,
      { where, ...(rules === undefined ? {} : { inner: inner(rules, schemas) }) },
    ]),
  );
  const codec = variantCodec({ tag: data.tag, cases });
  const paths = first.map((path) => path.slice(bases.first.length));
  const images = second.map((path) => path.slice(bases.second.length));
  const forward = onMap(codec.forward, paths, images);
  const backward = onMap(codec.backward, images, paths);
  return {
    forward: ifConvertedBack(forward, backward),
    backward: ifConvertedBack(backward, forward),
    exactForward: codec.exactForward,
    exactBackward: codec.exactBackward,
  };
}

/**
 * Makes a direction return unparsable if its results would be converted back to no value at all, as by a case that writes nothing:
 * converting forward once more would then not give the results again.
 */
function ifConvertedBack(convert: ConvertValues, inverse: ConvertValues): ConvertValues {
  return (values, run) => {
    const computed = convert(values, run);
    if (computed === unparsable || !run.provesLaws || !hasValue(computed)) return computed;
    const returned = inverse(computed, trialRun(run, false));
    return returned !== unparsable && hasValue(returned) ? computed : unparsable;
  };
}

/** True if one of the values is not absent. */
function hasValue(values: readonly (JsonValue | undefined)[]): boolean {
  return values.some((value) => value !== undefined);
}

/** The paths of the variant's maps on its first and its second side, relative to the scope of the rule. */
function basesOf(
  data: VariantRule,
  [first = []]: readonly KeyPath[],
): { readonly first: KeyPath; readonly second: KeyPath } {
  const tag = parsePath(data.tag) ?? [];
  const own = first.slice(0, first.length - tag.length);
  const [firstText, otherText] =
    data.inverted === true ? [data.to, data.from] : [data.from, data.to];
  const lost = (parsePath(firstText)?.length ?? 0) - own.length;
  const second = (parsePath(otherText) ?? [])
    .slice(lost)
    .filter((step) => typeof step === "string");
  return { first: own, second };
}

/**
 * Turns the conversion of a map into a conversion of several values: puts the values into a map at `sources`, converts the map,
 * and returns the values of its image at `targets`.
 */
function onMap(
  one: ConvertValue,
  sources: readonly KeyPath[],
  targets: readonly KeyPath[],
): ConvertValues {
  return (values, run) => {
    let map: JsonObject | undefined = {};
    for (const [index, value] of values.entries()) {
      const path = sources[index];
      if (value === undefined || path === undefined || map === undefined) continue;
      map = withValueAt(map, path, value);
    }
    const image = map === undefined ? unparsable : one(map, run);
    if (image === unparsable) return unparsable;
    return targets.map((path) => (isObject(image) ? valueAt(image, path) : undefined));
  };
}
