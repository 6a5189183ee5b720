import { Allowance } from "../../converter/allowance.ts";
import { otherSide, type Side, sides } from "../../converter/side.ts";
import { objectValidators } from "../../crd/validator/object-validators.ts";
import { equal } from "../../json/equal.ts";
import { type JsonValue, member } from "../../json/value.ts";
import { lensEdge } from "../../lens/edge/edge.ts";
import { InvalidLens } from "../../lens/language/invalid-lens.ts";
import type { LensData } from "../../lens/language/rule.ts";
import { yamlText } from "../../lens/ops/text/yaml-text.ts";
import { rawSchema } from "../draw/raw-schema.ts";
import { isSameContent, isZeroValue } from "./leaf-values.ts";
import { probedMetadata } from "./observed-bodies.ts";
import {
  noFurtherPaths,
  type ObservedValues,
  type PlaceSchemas,
  type RuleBuilder,
  type ValuePair,
} from "./observed-values.ts";
import { structureRules } from "./structure-rules.ts";

/** The member that holds the values while a rule is tried. */
const trialMember = "value";

/** True if a lens without rules converts each value as the webhook did: unchanged, except for what a version can't represent. */
export function isCarried(schemas: PlaceSchemas, observed: ObservedValues): boolean {
  return ruleFits(undefined, schemas, observed);
}

/**
 * True if a lens with this rule alone converts each value as the webhook did; false if the schemas do not allow the rule. Tried
 * on objects that hold only the value. `ruleAt`: undefined for a lens without rules.
 */
function ruleFits(
  ruleAt: RuleBuilder | undefined,
  schemas: PlaceSchemas,
  observed: ObservedValues,
): boolean {
  const rules =
    ruleAt === undefined ? [] : [ruleAt({ from: trialMember, to: trialMember }, noFurtherPaths)];
  const lens: LensData = { ...names, rules };
  const schemaOf = (side: Side) => ({
    type: "object",
    properties: { [trialMember]: rawSchema(schemas[side]) },
  });
  try {
    const edge = lensEdge(
      {
        ...{ group: "example.com", kind: "Value", versions: [names.from, names.to] },
        schemaOf: (version) => schemaOf(version === names.from ? "from" : "to"),
      },
      lens,
      { yaml: yamlText },
    );
    return sides.every((side) =>
      observed[side].every(([value, converted]) => {
        const convert = side === "from" ? edge.forward : edge.backward;
        const body = value === undefined ? {} : { [trialMember]: value };
        const source = { body, labels: {}, annotations: {}, ...probedMetadata };
        const result = convert(source, new Allowance({ validators: objectValidators }));
        const target = schemas[otherSide(side)];
        return (
          result.ok && isSameContent(member(result.value.body, trialMember), converted, target)
        );
      }),
    );
  } catch (thrown) {
    // The schemas do not allow the rule.
    if (thrown instanceof InvalidLens) return false;
    throw thrown;
  }
}

const names = { from: "v1", to: "v2" };

/** True if each value is the same in both versions. */
export function isUnchanged({ from, to }: PlaceSchemas, observed: ObservedValues): boolean {
  return sides.every((side) =>
    observed[side].every(([value, converted]) =>
      isSameContent(value, converted, side === "from" ? to : from),
    ),
  );
}

/** The first known rule that converts each value as the webhook did; undefined for none. */
export function inferValueRule(
  schemas: PlaceSchemas,
  observed: ObservedValues,
): RuleBuilder | undefined {
  for (const candidate of withAbsence(ruleCandidates(schemas, observed), observed)) {
    if (ruleFits(candidate, schemas, observed)) return candidate;
  }
  return undefined;
}

function* ruleCandidates(schemas: PlaceSchemas, observed: ObservedValues): Iterable<RuleBuilder> {
  yield (paths) => ({ op: "move", ...paths });
  const types = new Set([schemas.from.type, schemas.to.type]);
  if (types.has("array") || types.has("object")) {
    yield* structureRules(schemas, observed);
    return;
  }
  yield* wordTables(observed);
  if (schemas.from.type === schemas.to.type) return;
  yield (paths) => ({ op: "convert", ...paths });
  for (const unit of ["s", "ms", "m", "h", "us", "ns"] as const) {
    for (const round of ["zero", "up", "nearest"] as const) {
      for (const clamp of [false, true]) {
        yield (paths) => ({
          ...{ op: "duration", ...paths, unit },
          ...(round !== "zero" && { round }),
          ...(clamp && { clamp }),
        });
      }
    }
  }
  for (const scale of ["", "Mi", "Gi", "Ki", "m", "k", "M", "G", "Ti"]) {
    yield (paths) => ({ op: "quantity", ...paths, scale });
  }
}

/**
 * `map` rules with the observed words: one for each direction in which each word becomes a word. Several source words may have
 * the same target word.
 */
function* wordTables(observed: ObservedValues): Iterable<RuleBuilder> {
  for (const side of sides) {
    const pairs = observed[side].filter(isWordPair);
    if (
      pairs.length === 0 ||
      pairs.length < observed[side].filter(([value]) => isWord(value)).length
    )
      continue;
    const back = observed[side === "from" ? "to" : "from"].filter(isWordPair);
    const shared = pairs.filter(([, converted], index) =>
      pairs.some(([, other], at) => at !== index && equal(other, converted)),
    );
    const backTo = shared
      .map(([word]) => word)
      .filter((word) => back.some(([, source]) => equal(source, word)));
    const inverted = side === "to";
    yield (paths) => ({
      ...{ op: "map", ...paths, ...(inverted && { inverted }) },
      table: observedTable(pairs),
      ...(backTo.length > 0 && { backTo: backTo.length === 1 ? backTo[0] : backTo }),
    });
  }
}

type ObservedWordPair = readonly [word: JsonValue, converted: JsonValue];

function isWord(value: JsonValue | undefined): value is JsonValue {
  return typeof value === "string" || typeof value === "boolean" || typeof value === "number";
}

function isWordPair(pair: ValuePair): pair is ObservedWordPair {
  return pair.every(isWord);
}

function observedTable(
  pairs: readonly ObservedWordPair[],
): Readonly<Record<string, JsonValue>> | readonly ObservedWordPair[] {
  const texts = pairs.flatMap(([word, converted]) =>
    typeof word === "string" ? [[word, converted] as const] : [],
  );
  return texts.length === pairs.length ? Object.fromEntries(texts) : pairs;
}

/** All rules unchanged. Then, if an absent value became a value V, each rule with V as `fill`, without and with `returns`. */
function* withAbsence(
  rules: Iterable<RuleBuilder>,
  observed: ObservedValues,
): Iterable<RuleBuilder> {
  const all = [...rules];
  yield* all;
  const filled = sides.flatMap((side) => {
    const source = side === "from" ? "to" : "from";
    const converted = observed[source].find(([value]) => value === undefined)?.[1];
    return converted === undefined || isZeroValue(converted) ? [] : [[side, converted] as const];
  });
  if (filled.length === 0) return;
  for (const returns of [false, true]) {
    const fill = Object.fromEntries(
      filled.map(([side, value]) => [side, { value, ...(returns && { returns }) }]),
    );
    for (const ruleAt of all) {
      yield (paths) => {
        const rule = ruleAt(paths, noFurtherPaths);
        const isInPlace = rule.op === "move" && paths.from === paths.to;
        return isInPlace ? { op: "at", ...paths, fill } : { ...rule, fill };
      };
    }
  }
}
