import { equal } from "../../../json/equal.ts";
import { isObject, type JsonObject, type JsonValue } from "../../../json/value.ts";
import { keyPath, valueAt, withoutValueAt, withValueAt } from "../../language/key-path.ts";
import type { KeyPath } from "../../language/path.ts";
import type { VariantCase, VariantRule } from "../../language/rule.ts";
import { type One, type OneCodec, type Unreadable, unreadable } from "../codec.ts";
import { identityCodec } from "../identity.ts";
import { isThere } from "../item-test.ts";
import { lawful } from "../lawful.ts";

/** The parameters of variant; a case's inner op goes from the tagged map, less its tag, to the untagged one. */
export interface Variant extends Pick<VariantRule, "tag"> {
  readonly cases: Readonly<
    Record<string, Pick<VariantCase, "test"> & { readonly inner?: OneCodec }>
  >;
}

/** A case ready to run. */
interface Case {
  readonly word: string;
  readonly inner: OneCodec;
  readonly conditions: readonly Condition[];
}

/** What must be at a path of the untagged map: a value, or with `wanted` undefined anything or nothing. */
interface Condition {
  readonly path: KeyPath;
  readonly wanted: JsonValue | undefined;
  readonly present: boolean;
}

/**
 * A map that a tag tells the kind of, as a map whose members tell it: `{type: Http, port: 1}` as `{http: {port: 1}}`.
 * The tag's case converts the rest; what its test wants equal is written, and, back, taken away.
 *
 * A map without tag, and one that no case fits, is absent on the other side. An unknown tag, a map that two cases fit,
 * and one that would not be told as the same case from the other side cannot be read. Null is not present.
 */
export function variantCodec({ tag, cases }: Variant): OneCodec {
  const tagPath = keyPath(tag);
  const known = Object.entries(cases).map(([word, { test, inner = identityCodec }]): Case => {
    return { word, inner, conditions: Object.entries(test).map(conditionOf) };
  });
  return lawful({
    forward: untagged(tagPath, known),
    backward: tagged(tagPath, known),
    exactForward: false,
    exactBackward: false,
  });
}

function conditionOf([path, wanted]: readonly [string, JsonValue]): Condition {
  const present =
    isObject(wanted) && Object.keys(wanted).length === 1 ? wanted["present"] : undefined;
  const isPresence = typeof present === "boolean";
  return {
    path: keyPath(path),
    wanted: isPresence ? undefined : wanted,
    present: isPresence ? present : true,
  };
}

function holds(map: JsonObject, { path, wanted, present }: Condition): boolean {
  const value = valueAt(map, path);
  return wanted === undefined ? isThere(value) === present : equal(value, wanted);
}

function fitting(map: JsonObject, cases: readonly Case[]): readonly Case[] {
  return cases.filter(({ conditions }) => conditions.every((one) => holds(map, one)));
}

function untagged(tag: KeyPath, cases: readonly Case[]): One {
  return (value, run) => {
    if (!isObject(value)) return unreadable;
    const word = valueAt(value, tag);
    if (!isThere(word)) return undefined;
    const found = cases.find((one) => one.word === word);
    const rest = found?.inner.forward(withoutValueAt(value, tag), run);
    const image = found === undefined || !isMap(rest) ? undefined : marked(rest, found);
    if (found === undefined || image === undefined) return unreadable;
    const [only, ...others] = fitting(image, cases);
    return only === found && others.length === 0 ? image : unreadable;
  };
}

function tagged(tag: KeyPath, cases: readonly Case[]): One {
  return (value, run) => {
    if (!isObject(value)) return unreadable;
    const [found, ...others] = fitting(value, cases);
    if (found === undefined) return undefined;
    if (others.length > 0) return unreadable;
    const rest = found.inner.backward(unmarked(value, found), run);
    return isMap(rest) ? (withValueAt(rest, tag, found.word) ?? unreadable) : unreadable;
  };
}

function isMap(value: JsonValue | undefined | Unreadable): value is JsonObject {
  return value !== unreadable && isObject(value);
}

/** The map with what the case's test wants equal. */
function marked(map: JsonObject, { conditions }: Case): JsonObject | undefined {
  let image: JsonObject | undefined = map;
  for (const { path, wanted } of conditions) {
    if (wanted !== undefined && image !== undefined) image = withValueAt(image, path, wanted);
  }
  return image;
}

function unmarked(map: JsonObject, { conditions }: Case): JsonObject {
  return conditions.reduce(
    (rest, { path, wanted }) => (wanted === undefined ? rest : withoutValueAt(rest, path)),
    map,
  );
}
