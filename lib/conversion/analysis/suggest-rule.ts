import { equal } from "../../json/equal.ts";
import type { JsonValue } from "../../json/value.ts";
import type { Structural } from "../../schema/structural.ts";
import { pathText } from "../lens/path.ts";
import type { DurationUnit, RuleData } from "../lens/rule.ts";
import { itemNode, memberNode, type SchemaNode, valueNode } from "../lens/schema-node.ts";
import { keyDistance, lastKey } from "./nearest.ts";
import type { Spot } from "./site.ts";
import { typeText } from "./type-text.ts";

/** A rule between two places, with what about it was guessed. */
export interface Suggestion {
  readonly rule: RuleData;
  readonly guess?: string;
}

/** The rule that two places' schemas and names ask for; undefined where none is likely. */
export function suggestRule(from: Spot, to: Spot): Suggestion | undefined {
  const paths = { from: pathText(from.path), to: pathText(to.path) };
  return (
    wordsRule(from.node, to.node, paths) ??
    listRule(from.node, to.node, paths) ??
    measureRule(from, to, paths) ??
    plainRule(from, to, paths)
  );
}

interface Paths {
  readonly from: string;
  readonly to: string;
}

function plainRule(from: Spot, to: Spot, paths: Paths): Suggestion | undefined {
  const [type, other] = [typeText(from.node), typeText(to.node)];
  if (type === other) return { rule: { op: isOpposite(from, to) ? "not" : "move", ...paths } };
  const scalars = new Set([type, other]);
  const isText = scalars.delete("string");
  const [rest = ""] = scalars;
  if (!isText || !["integer", "number", "boolean"].includes(rest)) return undefined;
  return { rule: { op: "convert", ...paths }, guess: "the text may be a duration or a quantity" };
}

/** `disabled` and `enabled`. */
function isOpposite(from: Spot, to: Spot): boolean {
  if (typeText(from.node) !== "boolean") return false;
  const [one, other] = [lastKey(from.path), lastKey(to.path)].map((key) => key.toLowerCase());
  return (
    one?.includes("disable") !== other?.includes("disable") &&
    one?.replace(/dis|en/, "") === other?.replace(/dis|en/, "")
  );
}

function wordsRule(from: SchemaNode, to: SchemaNode, paths: Paths): Suggestion | undefined {
  const [words, images] = [wordsOf(from), wordsOf(to)];
  if (words === undefined || images === undefined) return undefined;
  const isSame = words.length === images.length && words.every((word) => has(images, word));
  if (isSame) return undefined;
  const inverted = words.length < images.length;
  const [first, second, fallback] = inverted
    ? [images, words, defaultOf(from)]
    : [words, images, defaultOf(to)];
  const guessed = first.filter((word) => !has(second, word));
  const table = first.map((word) => [String(word), partnerOf(word, second, fallback)] as const);
  const texts = guessed.map((word) => `${word} as ${partnerOf(word, second, fallback)}`);
  return {
    rule: { op: "map", ...paths, table: Object.fromEntries(table), ...(inverted && { inverted }) },
    ...(guessed.length > 0 && { guess: `guessed ${texts.join(", ")}` }),
  };
}

function wordsOf(node: SchemaNode): readonly JsonValue[] | undefined {
  const words = typeof node === "string" ? undefined : node.validation?.enum;
  return words?.every((word) => typeof word === "string") === true ? words : undefined;
}

function has(words: readonly JsonValue[], word: JsonValue): boolean {
  return words.some((other) => equal(word, other));
}

function defaultOf(node: SchemaNode): JsonValue | undefined {
  return typeof node === "string" ? undefined : node.default;
}

/** The same word, else the one most like it, else the default, else the first. */
function partnerOf(
  word: JsonValue,
  others: readonly JsonValue[],
  fallback: JsonValue | undefined,
): JsonValue {
  if (has(others, word)) return word;
  const near = others
    .map((other) => ({ other, distance: keyDistance(String(word), String(other)) }))
    .sort((one, other) => one.distance - other.distance)[0];
  if (near !== undefined && near.distance <= 0.4) return near.other;
  return fallback ?? others[0] ?? word;
}

const units: readonly (readonly [RegExp, DurationUnit])[] = [
  [/(milliseconds|millis|ms)$/i, "ms"],
  [/(seconds|secs)$/i, "s"],
  [/(minutes|mins)$/i, "m"],
  [/hours$/i, "h"],
];

function measureRule(from: Spot, to: Spot, paths: Paths): Suggestion | undefined {
  const number = [from, to].find(({ node }) => typeText(node) === "integer");
  const text = [from, to].find(({ node }) => typeText(node) === "string");
  if (number === undefined || text === undefined) return undefined;
  const found = units.find(([suffix]) => suffix.test(lastKey(number.path)));
  if (found === undefined) return undefined;
  return { rule: { op: "duration", ...paths, unit: found[1] } };
}

/** A key less what names its unit: `timeout` of `timeoutSeconds`. */
export function withoutUnit(key: string): string {
  return units.reduce((text, [suffix]) => text.replace(suffix, ""), key);
}

/** Lists and maps that say the same in two forms. */
function listRule(from: SchemaNode, to: SchemaNode, paths: Paths): Suggestion | undefined {
  if (typeof from === "string" || typeof to === "string") return undefined;
  const [type, other] = [from.type, to.type];
  if (type === "array" && other === "array") return itemsRule(from, to, paths);
  if (type === "object" && other === "array") return mapRule(from, to, paths, false);
  if (type === "array" && other === "object") return mapRule(to, from, paths, true);
  return undefined;
}

function itemsRule(from: Structural, to: Structural, paths: Paths): Suggestion | undefined {
  const [item, other] = [itemNode(from), itemNode(to)];
  const isText = typeText(item) === "string";
  const maps = isText ? other : item;
  if (isText === (typeText(other) === "string") || typeText(maps) !== "object") return undefined;
  const key = keyIn(maps);
  if (key === undefined) return undefined;
  const quantity = ["quantity", "count"].find(
    (name) => typeText(memberNode(maps, name)) === "integer",
  );
  return quantity === undefined
    ? { rule: { op: "wrap", ...paths, key } }
    : { rule: { op: "count", ...paths, name: key, quantity } };
}

/** The member that tells the items of a list apart. */
function keyIn(node: SchemaNode): string | undefined {
  if (typeof node === "string") return undefined;
  const required = node.validation?.required ?? [];
  const names = [...(node.properties?.keys() ?? [])];
  const texts = names.filter((name) => typeText(memberNode(node, name)) === "string");
  return (
    texts.find((name) => name === "name" && required.includes(name)) ??
    texts.find((name) => required.includes(name)) ??
    texts.find((name) => name === "name")
  );
}

function mapRule(
  map: Structural,
  list: Structural,
  paths: Paths,
  inverted: boolean,
): Suggestion | undefined {
  const item = itemNode(list);
  const values = map.properties === undefined ? valueNode(map) : "none";
  if (values === "none") {
    return typeText(item) === "object" ? { rule: { op: "single", ...paths } } : undefined;
  }
  const key = keyIn(item);
  if (key === undefined) return undefined;
  const value = typeText(values) === "object" ? undefined : valueKey(item, values, key);
  if (value === undefined && typeText(values) !== "object") return undefined;
  const rule: RuleData = {
    op: "keyed",
    ...paths,
    key,
    ...(value !== undefined && { value }),
    ...(inverted && { inverted }),
  };
  return { rule };
}

/** The item's member that holds what the map's values hold. */
function valueKey(item: SchemaNode, values: SchemaNode, key: string): string | undefined {
  if (typeof item === "string") return undefined;
  const names = [...(item.properties?.keys() ?? [])].filter((name) => name !== key);
  return names.find((name) => typeText(memberNode(item, name)) === typeText(values));
}
