import { sides } from "../../converter/side.ts";
import { equal } from "../../json/equal.ts";
import type { JsonObject } from "../../json/value.ts";
import { structuralForm } from "../../schema/structural/form.ts";
import type { Structural } from "../../schema/structural/structural.ts";
import { bodyNode } from "../check/analyze-lens.ts";
import { type KeyPath, parsePath, pathText, startsWith } from "../language/path.ts";
import type { LensData, RuleData } from "../language/rule.ts";
import { memberNode, nodeAt, type SchemaNode } from "../language/schema-node.ts";
import { isEqualSchema } from "../ops/analysis/equal-schema.ts";
import { type NarrowedPath, narrowedPaths } from "../ops/analysis/narrowed-paths.ts";

/** The facts about a kind that decide about its conversion strategy. */
interface StrategyFacts {
  readonly versions: readonly {
    readonly name: string;
    readonly served: boolean;
    readonly schema: JsonObject;
  }[];
  readonly lenses?: readonly LensData[];
}

/** What the conversion strategy None, which only changes apiVersion, would do between two versions. */
export interface StrategyAdvice {
  readonly from: string;
  readonly to: string;
  /**
   * `enough`: the schemas are equal. `lossless`: nothing would be pruned, but a version may refuse values that the other allows.
   * `loses`: fields would be pruned.
   */
  readonly none: "enough" | "lossless" | "loses";
  /** The paths that pruning would remove in either direction, with the version that lacks them. */
  readonly pruned: readonly { readonly path: string; readonly in: string }[];
  /** The paths at which a version refuses values that the other allows, with that version. */
  readonly refused: readonly { readonly path: string; readonly in: string }[];
  /** For each rule that is not needed with strategy None: how schema defaults or pruning have the same effect. */
  readonly handled: readonly string[];
  /** False if `handled` has all rules, which drop each path in `pruned`; without rules, if nothing is pruned or refused. */
  readonly needsWebhook: boolean;
  /** The advice as text. */
  readonly text: string;
}

/** For each pair of served versions: what strategy None would do, and whether a webhook is needed. */
export function strategyAdvice({
  versions,
  lenses = [],
}: StrategyFacts): readonly StrategyAdvice[] {
  const served = versions
    .filter((version) => version.served)
    .map(({ name, schema }) => ({ name, node: bodyNode(structuralForm(schema)) }));
  return served.flatMap((from, index) =>
    served
      .slice(index + 1)
      .map((to) => adviceBetween(from, to, lensBetween(lenses, from.name, to.name))),
  );
}

interface ServedSchema {
  readonly name: string;
  readonly node: SchemaNode;
}

function lensBetween(
  lenses: readonly LensData[],
  one: string,
  other: string,
): LensData | undefined {
  return lenses.find(
    ({ from, to }) => (from === one && to === other) || (from === other && to === one),
  );
}

function adviceBetween(
  from: ServedSchema,
  to: ServedSchema,
  lens: LensData | undefined,
): StrategyAdvice {
  const pruned = [
    ...prunedPaths(from.node, to.node).map((path) => ({ path, in: to.name })),
    ...prunedPaths(to.node, from.node).map((path) => ({ path, in: from.name })),
  ];
  const refused = [
    ...refusedPaths(from.node, to.node).map((path) => ({ path, in: to.name })),
    ...refusedPaths(to.node, from.node).map((path) => ({ path, in: from.name })),
  ];
  const isEqual = isEqualSchema(from.node, to.node, ["description", "title"]);
  const none = isEqual ? "enough" : pruned.length > 0 ? "loses" : "lossless";
  const schemas = new Map([from, to].map(({ name, node }) => [name, node]));
  const handled = (lens?.rules ?? []).flatMap((rule) => schemaEffect(rule, lens, schemas) ?? []);
  const rules = lens?.rules ?? [];
  const isMeant = pruned.every(({ path }) => rules.some((rule) => dropsAt(rule, path)));
  const isTaken = none !== "loses" && refused.length === 0;
  const isHandled = handled.length === rules.length && isMeant && (rules.length > 0 || isTaken);
  const needsWebhook = none === "enough" ? rules.length > 0 && !isHandled : !isHandled;
  return {
    from: from.name,
    to: to.name,
    none,
    pruned,
    refused,
    handled,
    needsWebhook,
    text: adviceText(from.name, to.name, {
      ...{ none, pruned, refused, isHandled, needsWebhook },
      hasRules: rules.length > 0,
    }),
  };
}

/** The paths that the other schema does not declare, so that the server would prune them. */
function prunedPaths(given: SchemaNode, taker: SchemaNode): readonly string[] {
  return narrowedPaths(given, taker)
    .filter(isPruned)
    .map(({ path }) => pathText(path));
}

function refusedPaths(given: SchemaNode, taker: SchemaNode): readonly string[] {
  const found = narrowedPaths(given, taker).filter((shortfall) => !isPruned(shortfall));
  return [...new Set(found.map(({ path }) => pathText(path)))];
}

function isPruned({ what }: NarrowedPath): boolean {
  if (what.type === "undeclared") return true;
  return what.type === "undeclared-members";
}

/** True if a rule drops a path or one above it. */
function dropsAt(rule: RuleData, path: string): boolean {
  const [own, dropped] = [path, rule.op === "drop" ? (rule.from ?? rule.to) : ""].map(parsePath);
  return own !== undefined && dropped !== undefined && startsWith(own, dropped);
}

/** How defaults or pruning have the effect of a rule; undefined if the rule is needed. */
function schemaEffect(
  rule: RuleData,
  lens: LensData | undefined,
  schemas: ReadonlyMap<string, SchemaNode>,
): string | undefined {
  if (lens === undefined) return undefined;
  if (rule.op === "drop") return `pruning drops ${rule.from ?? rule.to}`;
  if (rule.op !== "keep" && !(rule.op === "at" && rule.rules === undefined)) return undefined;
  const [side, ...others] = sides.filter((each) => rule.fill?.[each] !== undefined);
  if (side === undefined || others.length > 0 || rule.omit !== undefined) return undefined;
  const [version, path, fill] = [lens[side], rule[side], rule.fill?.[side]];
  const node = defaultNode(schemas.get(version) ?? "none", path);
  const isSame =
    node?.default !== undefined && fill?.value !== undefined && equal(node.default, fill.value);
  return isSame && fill.where === undefined ? `the default of ${version} fills ${path}` : undefined;
}

function defaultNode(schema: SchemaNode, path: string | undefined): Structural | undefined {
  const keys: KeyPath = (parsePath(path ?? "") ?? []).filter((step) => typeof step === "string");
  const node = memberNode(nodeAt(schema, keys.slice(0, -1)), keys.at(-1) ?? "");
  return typeof node === "string" ? undefined : node;
}

interface AdviceFacts {
  readonly none: StrategyAdvice["none"];
  readonly pruned: StrategyAdvice["pruned"];
  readonly refused: StrategyAdvice["refused"];
  readonly isHandled: boolean;
  readonly needsWebhook: boolean;
  readonly hasRules: boolean;
}

function adviceText(
  from: string,
  to: string,
  { none, pruned, refused, isHandled, needsWebhook, hasRules }: AdviceFacts,
): string {
  const pair = `${from} and ${to}`;
  if (!needsWebhook && none === "enough") {
    return `${pair} have equal schemas: strategy None is enough, no webhook is needed`;
  }
  if (isHandled && !hasRules) {
    return `the schemas of ${pair} allow the same values: strategy None is enough, no webhook is needed`;
  }
  if (isHandled) {
    return `schema defaults and pruning have the same effect as all rules of the lens between ${pair}: strategy None is enough`;
  }
  if (none === "loses") {
    return `strategy None between ${pair} would lose data: ${listedPlaces(pruned, "not in")}`;
  }
  if (none === "lossless") {
    return `strategy None between ${pair} would prune nothing, but leave values that a version refuses: ${listedPlaces(refused, "in")}`;
  }
  return `${pair} have equal schemas, but the lens gives values another meaning: a webhook is needed`;
}

/** The first paths as text, and how many more there are. */
function listedPlaces(places: StrategyAdvice["pruned"], word: string): string {
  const texts = places
    .slice(0, maxListed)
    .map(({ path, in: version }) => `${path} (${word} ${version})`);
  const more = places.length - texts.length;
  return more > 0 ? `${texts.join(", ")} and ${more} more` : texts.join(", ");
}

/** The most paths that a sentence names. The number is a choice: more would hide the advice. */
const maxListed = 5;
