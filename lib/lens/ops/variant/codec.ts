import { isObject, type JsonObject, type JsonValue } from "../../../json/value.ts";
import { requireKeyPath, valueAt, withoutValueAt, withValueAt } from "../../language/key-path.ts";
import type { KeyPath } from "../../language/path.ts";
import { absentTag, type VariantCase, type VariantRule } from "../../language/rule.ts";
import { type ConvertValue, type Unparsable, unparsable, type ValueCodec } from "../codec.ts";
import { identityCodec } from "../identity.ts";
import { isPresent } from "../item-test.ts";
import { isEqualityCondition, wantedTest } from "../value-test.ts";
import { wellBehavedCodec } from "../well-behaved-codec.ts";

/** The parameters of {@link variantCodec}. The inner codec of a case converts the map without its tag to the other map. */
interface Variant extends Pick<VariantRule, "tag"> {
  readonly cases: Readonly<
    Record<string, Pick<VariantCase, "where"> & { readonly inner?: ValueCodec }>
  >;
}

/** A case, with its tests parsed. */
interface CompiledCase {
  /** Undefined for the case of maps without a tag. */
  readonly word: string | undefined;
  readonly inner: ValueCodec;
  readonly conditions: readonly Condition[];
}

/** A test of one path of the second side's map, which has no tag. */
interface Condition {
  readonly path: KeyPath;
  readonly isMet: (value: JsonValue | undefined) => boolean;
  /** The value to write at the path; undefined if several values pass the test. */
  readonly written: JsonValue | undefined;
}

/**
 * Converts a map with a tag to a map whose members show the case: `{type: Http, port: 1}` to `{http: {port: 1}}`. The case of the
 * tag converts the other members. Values that its `where` requires to be equal are written, and removed on the way back. A case
 * with an empty `where` is for maps that no other case matches.
 *
 * A map whose tag is null becomes absent, a map without a tag only if there is no case for it, and back a map that no case
 * matches. These cannot be parsed: an unknown tag, a map that several cases match, and a map whose image would match another case.
 */
export function variantCodec({ tag, cases }: Variant): ValueCodec {
  const tagPath = requireKeyPath(tag);
  const known = Object.entries(cases).map(
    ([word, { where, inner = identityCodec }]): CompiledCase => {
      const conditions = Object.entries(where).map(conditionOf);
      return { word: word === absentTag ? undefined : word, inner, conditions };
    },
  );
  return wellBehavedCodec({
    forward: withTag(tagPath, known),
    backward: withoutTag(tagPath, known),
    exactForward: false,
    exactBackward: false,
  });
}

function conditionOf([path, wanted]: readonly [string, JsonValue]): Condition {
  return {
    path: requireKeyPath(path),
    isMet: wantedTest(wanted),
    written: isEqualityCondition(wanted) ? wanted : undefined,
  };
}

function fittingCases(map: JsonObject, cases: readonly CompiledCase[]): readonly CompiledCase[] {
  const found = cases.filter(
    ({ conditions }) =>
      conditions.length > 0 && conditions.every(({ path, isMet }) => isMet(valueAt(map, path))),
  );
  return found.length > 0 ? found : cases.filter(({ conditions }) => conditions.length === 0);
}

function withTag(tag: KeyPath, cases: readonly CompiledCase[]): ConvertValue {
  return (value, run) => {
    if (!isObject(value)) return unparsable;
    const word = valueAt(value, tag);
    const found = cases.find((one) => one.word === word);
    if (found === undefined && !isPresent(word)) return undefined;
    const rest = found?.inner.forward(withoutValueAt(value, tag), run);
    const image =
      found === undefined || !isMap(rest) ? undefined : withConditionValues(rest, found);
    if (found === undefined || image === undefined) return unparsable;
    const [only, ...others] = fittingCases(image, cases);
    return only === found && others.length === 0 ? image : unparsable;
  };
}

function withoutTag(tag: KeyPath, cases: readonly CompiledCase[]): ConvertValue {
  return (value, run) => {
    if (!isObject(value)) return unparsable;
    const [found, ...others] = fittingCases(value, cases);
    if (found === undefined) return undefined;
    if (others.length > 0) return unparsable;
    const rest = found.inner.backward(withoutWrittenTests(value, found), run);
    if (!isMap(rest)) return unparsable;
    return found.word === undefined ? rest : (withValueAt(rest, tag, found.word) ?? unparsable);
  };
}

function isMap(value: JsonValue | undefined | Unparsable): value is JsonObject {
  return value !== unparsable && isObject(value);
}

/** The map with the values that the case requires to be equal; undefined if a parent is not a map. */
function withConditionValues(
  map: JsonObject,
  { conditions }: CompiledCase,
): JsonObject | undefined {
  let image: JsonObject | undefined = map;
  for (const { path, written } of conditions) {
    if (written !== undefined && image !== undefined) image = withValueAt(image, path, written);
  }
  return image;
}

function withoutWrittenTests(map: JsonObject, { conditions }: CompiledCase): JsonObject {
  return conditions.reduce(
    (rest, { path, written }) => (written === undefined ? rest : withoutValueAt(rest, path)),
    map,
  );
}
