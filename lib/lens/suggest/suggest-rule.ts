import type { Structural } from "../../schema/structural/structural.ts";
import {
  areOppositeNames,
  isSameWord,
  nameSimilarity,
  splitUnit,
  wordsOfName,
} from "../check/name-similarity.ts";
import { lastKey } from "../check/similar-fields.ts";
import { pathText } from "../language/path.ts";
import type { RuleData } from "../language/rule.ts";
import { itemNode, memberNode, type SchemaNode, valueNode } from "../language/schema-node.ts";
import type { SchemaPlace } from "../ops/analysis/place-pair.ts";
import { typeText } from "../ops/analysis/type-text.ts";
import { undecidedWord } from "../ops/map/codec.ts";

/** A suggested rule between two fields. */
interface Suggestion {
  readonly rule: RuleData;
  /** What was guessed in the rule, apart from what the names show. */
  readonly reason?: string;
}

/**
 * Suggests a rule between two fields from their schemas and names; undefined if their names are not similar or no rule is likely.
 * A word of an enum without a similar word gets the partner `?`, which the compiler refuses (E132).
 */
export function suggestRule(from: SchemaPlace, to: SchemaPlace): Suggestion | undefined {
  const paths = { from: pathText(from.path), to: pathText(to.path) };
  switch (nameSimilarity(lastKey(from.path), lastKey(to.path))) {
    case "same":
      return sameNameRule(from.node, to.node, paths);
    case "unit":
      return measureRule(from, to, paths);
    case "suffix":
      return renameRule(from.node, to.node, paths);
    case "opposite":
      return flagRule(from.node, to.node, paths);
    default:
      return undefined;
  }
}

interface Paths {
  readonly from: string;
  readonly to: string;
}

/**
 * Suggests a move between two fields whose paths have the same words, divided into keys in another way; undefined if their types
 * differ.
 */
export function suggestMove(from: SchemaPlace, to: SchemaPlace): Suggestion | undefined {
  if (from.path.length === to.path.length) return undefined;
  const type = typeText(from.node);
  if (!["string", "integer", "number", "boolean"].includes(type)) return undefined;
  if (type !== typeText(to.node) || enumTexts(from.node) !== undefined) return undefined;
  const paths = { from: pathText(from.path), to: pathText(to.path) };
  return { rule: { op: "move", ...paths } };
}

/** The rule between two fields of one shape with different names: a `map` for booleans with opposite names, else a `move`. */
export function sameShapeRule(from: SchemaPlace, to: SchemaPlace): RuleData {
  const paths = { from: pathText(from.path), to: pathText(to.path) };
  const isOpposite =
    typeText(from.node) === "boolean" && areOppositeNames(lastKey(from.path), lastKey(to.path));
  return isOpposite ? { op: "map", ...paths, table: opposites } : { op: "move", ...paths };
}

function sameNameRule(from: SchemaNode, to: SchemaNode, paths: Paths): Suggestion | undefined {
  const [words, otherWords] = [enumTexts(from), enumTexts(to)];
  if (words !== undefined && otherWords !== undefined) return wordsRule(words, otherWords, paths);
  return listRule(from, to, paths) ?? plainRule(from, to, paths);
}

function plainRule(from: SchemaNode, to: SchemaNode, paths: Paths): Suggestion | undefined {
  const [type, other] = [typeText(from), typeText(to)];
  if (type === other) return { rule: { op: "move", ...paths } };
  const scalars = new Set([type, other]);
  const isText = scalars.delete("string");
  const [rest] = scalars;
  if (!isText || rest === undefined || !["integer", "number", "boolean"].includes(rest))
    return undefined;
  return {
    rule: { op: "convert", ...paths },
    reason: "the string may be a duration or a quantity",
  };
}

/** Suggests a move between two strings without an enum whose names differ only in the suffix `Name`. */
function renameRule(from: SchemaNode, to: SchemaNode, paths: Paths): Suggestion | undefined {
  if ([from, to].some((node) => typeText(node) !== "string")) return undefined;
  if (enumTexts(from) !== undefined || enumTexts(to) !== undefined) return undefined;
  return { rule: { op: "move", ...paths } };
}

const opposites: readonly (readonly [boolean, boolean])[] = [
  [true, false],
  [false, true],
];

/** Suggests a `map` for booleans with opposite names: `disabled` and `enabled`. */
function flagRule(from: SchemaNode, to: SchemaNode, paths: Paths): Suggestion | undefined {
  const isFlags = [from, to].every((node) => typeText(node) === "boolean");
  return isFlags ? { rule: { op: "map", ...paths, table: opposites } } : undefined;
}

function wordsRule(
  words: readonly string[],
  otherWords: readonly string[],
  paths: Paths,
): Suggestion | undefined {
  const isSame =
    words.length === otherWords.length && words.every((word) => otherWords.includes(word));
  if (isSame) return { rule: { op: "move", ...paths } };
  const [table, back] = [partnerTable(words, otherWords), partnerTable(otherWords, words)];
  const isPaired = table.some(([, partner]) => partner !== undecidedWord);
  // For fields with different names, words without any in common are no reason for a pair.
  if (!isPaired && paths.from !== paths.to) return undefined;
  // The first side of the table is the version with more words that the other lacks, since several may share a partner.
  const inverted = countUndecided(table) < countUndecided(back);
  const own = Object.fromEntries(inverted ? back : table);
  return { rule: { op: "map", ...paths, ...(inverted && { inverted }), table: own } };
}

/** The words with their partners, or `?` for a word without one. */
function partnerTable(
  words: readonly string[],
  otherWords: readonly string[],
): readonly (readonly [string, string])[] {
  return words.map((word) => [word, partnerOf(word, words, otherWords) ?? undecidedWord]);
}

function countUndecided(table: readonly (readonly [string, string])[]): number {
  return table.filter(([, partner]) => partner === undecidedWord).length;
}

function enumTexts(node: SchemaNode): readonly string[] | undefined {
  const words = typeof node === "string" ? undefined : node.validation?.enum;
  const texts = words?.filter((word) => typeof word === "string");
  return texts?.length === words?.length ? texts : undefined;
}

/**
 * The partner of an enum word: the same word, else the only one that differs just in case and separators. Others, such as the
 * default or the closest spelling, are not guessed: they may grant what the word did not.
 */
function partnerOf(
  word: string,
  words: readonly string[],
  otherWords: readonly string[],
): string | undefined {
  if (otherWords.includes(word)) return word;
  const [partner, ...others] = otherWords.filter((other) => isSameWord(word, other));
  const rivals = words.filter((other) => isSameWord(word, other));
  return others.length === 0 && rivals.length === 1 ? partner : undefined;
}

/** Suggests a `quantity` for a quantity and an integer whose name ends with a unit of size: `storageSize` and `sizeGi`. */
export function suggestQuantity(from: SchemaPlace, to: SchemaPlace): Suggestion | undefined {
  const number = [from, to].find(({ node }) => typeText(node) === "integer");
  const text = [from, to].find(({ node }) => ["string", "int-or-string"].includes(typeText(node)));
  if (number === undefined || text === undefined) return undefined;
  const [, stem = "", scale] = /^(.*[a-z])(Ki|Mi|Gi|Ti)$/.exec(lastKey(number.path)) ?? [];
  const words = wordsOfName(lastKey(text.path));
  const own = wordsOfName(stem);
  const ends = own.length > 0 && own.every((word, index) => words.at(index - own.length) === word);
  if (!ends || scale === undefined) return undefined;
  const paths = { from: pathText(from.path), to: pathText(to.path) };
  const rule: RuleData = { op: "quantity", ...paths, scale };
  return { rule, reason: `the same name but for the unit ${scale}` };
}

/** Suggests a `duration` for a string and an integer whose name ends with a unit of time. */
function measureRule(from: SchemaPlace, to: SchemaPlace, paths: Paths): Suggestion | undefined {
  const number = [from, to].find(({ node }) => typeText(node) === "integer");
  const text = [from, to].find(({ node }) => typeText(node) === "string");
  if (number === undefined || text === undefined) return undefined;
  const { unit } = splitUnit(lastKey(number.path));
  return unit === undefined ? undefined : { rule: { op: "duration", ...paths, unit } };
}

/** Suggests a rule for lists and maps with the same content in two forms. */
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
    ? { rule: { op: "each", ...paths, rules: [wholeItem(isText, key)] } }
    : { rule: { op: "count", ...paths, name: key, quantity } };
}

/** The rule for items that are strings in one version, and maps with that string as a member in the other. */
function wholeItem(isText: boolean, key: string): RuleData {
  return isText ? { op: "move", from: ".", to: key } : { op: "move", from: key, to: "." };
}

/** The member that identifies the items of a list: `name`, else the only required string. */
function keyIn(node: SchemaNode): string | undefined {
  if (typeof node === "string") return undefined;
  const required = node.validation?.required ?? [];
  const names = [...(node.properties?.keys() ?? [])];
  const texts = names.filter((name) => typeText(memberNode(node, name)) === "string");
  if (texts.includes("name")) return "name";
  const [key, ...others] = texts.filter((name) => required.includes(name));
  return others.length === 0 ? key : undefined;
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

/** The member of an item that holds the map's value: `value`, else the only member of its type. */
function valueKey(item: SchemaNode, values: SchemaNode, key: string): string | undefined {
  if (typeof item === "string") return undefined;
  const fitting = [...(item.properties?.keys() ?? [])].filter(
    (name) => name !== key && typeText(memberNode(item, name)) === typeText(values),
  );
  if (fitting.includes("value")) return "value";
  return fitting.length === 1 ? fitting[0] : undefined;
}
