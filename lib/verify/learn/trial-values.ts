import { equal } from "../../json/equal.ts";
import type { JsonValue } from "../../json/value.ts";
import type { Structural } from "../../schema/structural/structural.ts";
import { DrawState, seededSource } from "../draw/draw.ts";
import { typicalTexts } from "../draw/name-hints.ts";
import { satisfiesSchema } from "../draw/validity.ts";
import { valueDraw } from "../draw/value-draw.ts";
import { isZeroValue } from "./leaf-values.ts";

/**
 * The most values to try at a leaf that is neither an enum nor a boolean. The number is a choice: two values may fit a wrong
 * rule by chance, and each value of each leaf is sent.
 */
const maxValues = 4;
/** The most words to try of an enum: the most objects in one review. */
const maxWords = 60;
/**
 * The number of values to draw, besides the fixed candidates, in search of distinct ones. The number is a choice: drawing is
 * cheap and only distinct values are sent.
 */
const maxTries = 30;

/**
 * The values to try at a leaf: the words of an enum except null (at most {@link maxWords}), both booleans, lists of one to three
 * items, maps of one to three entries, and otherwise at most {@link maxValues} values, none of them a zero value. `name`: the
 * member's name.
 */
export function trialValues(node: Structural, name: string): readonly JsonValue[] {
  const words = node.validation?.enum;
  if (words !== undefined) return words.filter((word) => word !== null).slice(0, maxWords);
  if (node.type === "boolean") return [true, false];
  const { items, additionalProperties: others } = node;
  if (node.type === "array") {
    const each = items === undefined ? ["alpha", "bravo", "charlie"] : trialValues(items, name);
    return firstThreePrefixes(each);
  }
  if (typeof others === "object" && node.properties === undefined) {
    return firstThreePrefixes(trialValues(others, name)).map((values) =>
      Object.fromEntries(values.map((value, index) => [mapKeys[index] ?? "", value])),
    );
  }
  return distinctValues([...trialValueCandidates(node, name)], node);
}

const mapKeys = ["first-key", "second-key", "third-key"];

function firstThreePrefixes(values: readonly JsonValue[]): readonly (readonly JsonValue[])[] {
  return values.slice(0, 3).map((_, index) => values.slice(0, index + 1));
}

/** Texts that tell units apart, for pairs of a text and a number. */
export const measuredTexts: readonly string[] = [
  ...["90s", "1h30m0s", "2m0s", "1500ms", "1h0m0s", "0.5s", "1000000h0m0s", "-5m0s"],
  ...["1Gi", "2Gi", "1024Mi", "512Mi", "1500m", "2", "100k", "12", "-3", "1.5", "true", "false"],
];

/** Numbers that tell units apart, for pairs of a text and a number. */
export const measuredNumbers: readonly JsonValue[] = [1, 2, 60, 90, 3600, 1000, 1024, 1_048_576];

function* trialValueCandidates(node: Structural, name: string): Iterable<JsonValue> {
  const { type, x } = node;
  if (x.intOrString) yield* [7, "25%", 12];
  else if (type === "integer") yield* [7, 12, 3600];
  else if (type === "number") yield* [7, 12, 3600];
  else if (type === "string") {
    yield* typicalTexts(name)
      .filter((text) => !/^0[a-z]*$/.test(text))
      .slice(0, 3);
    yield* ["alpha", "bravo-2", "charlie", "5m0s", "2Gi", "2026-01-02T03:04:05Z"];
  } else yield* [{ note: "alpha" }, { note: "bravo", more: "yes" }];
  const draw = new DrawState(seededSource(9));
  for (let tries = 0; tries < maxTries; tries++) {
    const drawn = valueDraw(node)(draw, 3);
    if (drawn !== undefined) yield drawn;
  }
}

function distinctValues(values: readonly JsonValue[], node: Structural): readonly JsonValue[] {
  const found: JsonValue[] = [];
  for (const value of values) {
    if (found.length === maxValues) break;
    if (isZeroValue(value) || found.some((each) => equal(each, value))) continue;
    if (satisfiesSchema(node, value)) found.push(value);
  }
  return found;
}
