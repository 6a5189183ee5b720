import { isObject, type JsonObject, type JsonValue } from "../../../json/value.ts";
import { keyPath, valueAt, withoutValueAt, withValueAt } from "../../language/key-path.ts";
import type { KeyPath } from "../../language/path.ts";
import { absentTag, type VariantCase, type VariantRule } from "../../language/rule.ts";
import { type ConvertValue, type Unparsable, unparsable, type ValueCodec } from "../codec.ts";
import { identityCodec } from "../identity.ts";
import { isPresent } from "../item-test.ts";
import { lawful } from "../lawful.ts";
import { wantedTest, wantsEqual } from "../value-test.ts";

/** The parameters of variant; a case's inner op goes from the tagged map, less its tag, to the untagged one. */
interface Variant extends Pick<VariantRule, "tag"> {
  readonly cases: Readonly<
    Record<string, Pick<VariantCase, "where"> & { readonly inner?: ValueCodec }>
  >;
}

/** A case ready to run. */
interface CompiledCase {
  /** Undefined for the case of a map without tag. */
  readonly word: string | undefined;
  readonly inner: ValueCodec;
  readonly conditions: readonly Condition[];
}

/** What must be at a path of the untagged map. */
interface Condition {
  readonly path: KeyPath;
  readonly isMet: (value: JsonValue | undefined) => boolean;
  /** What is written; undefined where several values pass. */
  readonly written: JsonValue | undefined;
}

/**
 * A map that a tag tells the kind of, as a map whose members tell it: `{type: Http, port: 1}` as `{http: {port: 1}}`.
 * The tag's case converts the rest; what its `where` wants equal is written, and, back, taken away. A case with an empty
 * `where` has the maps that no other case fits.
 *
 * A map without tag is absent on the other side, unless a case is for it; so is one that no case fits. An unknown tag, a map
 * that two cases fit, and one that the other side would not take for the same case cannot be parsed. Null is not present.
 */
export function variantCodec({ tag, cases }: Variant): ValueCodec {
  const tagPath = keyPath(tag);
  const known = Object.entries(cases).map(
    ([word, { where, inner = identityCodec }]): CompiledCase => {
      const conditions = Object.entries(where).map(conditionOf);
      return { word: word === absentTag ? undefined : word, inner, conditions };
    },
  );
  return lawful({
    forward: untagged(tagPath, known),
    backward: tagged(tagPath, known),
    exactForward: false,
    exactBackward: false,
  });
}

function conditionOf([path, wanted]: readonly [string, JsonValue]): Condition {
  return {
    path: keyPath(path),
    isMet: wantedTest(wanted),
    written: wantsEqual(wanted) ? wanted : undefined,
  };
}

function fitting(map: JsonObject, cases: readonly CompiledCase[]): readonly CompiledCase[] {
  const found = cases.filter(
    ({ conditions }) =>
      conditions.length > 0 && conditions.every(({ path, isMet }) => isMet(valueAt(map, path))),
  );
  return found.length > 0 ? found : cases.filter(({ conditions }) => conditions.length === 0);
}

function untagged(tag: KeyPath, cases: readonly CompiledCase[]): ConvertValue {
  return (value, run) => {
    if (!isObject(value)) return unparsable;
    const word = valueAt(value, tag);
    const found = cases.find((one) => one.word === word);
    if (found === undefined && !isPresent(word)) return undefined;
    const rest = found?.inner.forward(withoutValueAt(value, tag), run);
    const image = found === undefined || !isMap(rest) ? undefined : marked(rest, found);
    if (found === undefined || image === undefined) return unparsable;
    const [only, ...others] = fitting(image, cases);
    return only === found && others.length === 0 ? image : unparsable;
  };
}

function tagged(tag: KeyPath, cases: readonly CompiledCase[]): ConvertValue {
  return (value, run) => {
    if (!isObject(value)) return unparsable;
    const [found, ...others] = fitting(value, cases);
    if (found === undefined) return undefined;
    if (others.length > 0) return unparsable;
    const rest = found.inner.backward(unmarked(value, found), run);
    if (!isMap(rest)) return unparsable;
    return found.word === undefined ? rest : (withValueAt(rest, tag, found.word) ?? unparsable);
  };
}

function isMap(value: JsonValue | undefined | Unparsable): value is JsonObject {
  return value !== unparsable && isObject(value);
}

/** The map with what the case wants equal. */
function marked(map: JsonObject, { conditions }: CompiledCase): JsonObject | undefined {
  let image: JsonObject | undefined = map;
  for (const { path, written } of conditions) {
    if (written !== undefined && image !== undefined) image = withValueAt(image, path, written);
  }
  return image;
}

function unmarked(map: JsonObject, { conditions }: CompiledCase): JsonObject {
  return conditions.reduce(
    (rest, { path, written }) => (written === undefined ? rest : withoutValueAt(rest, path)),
    map,
  );
}
