import type { Side } from "../../converter/side.ts";
import { isArray, isObject, type JsonObject, type JsonValue, member } from "../../json/value.ts";
import type { RuleData } from "../../lens/language/rule.ts";
import { anyGroupText } from "../../lens/ops/group/any-group.ts";
import { isRuleData, isSourceOp } from "../../lens/ops/registry.ts";
import type { YamlPath } from "./documents.ts";
import { schemaFaults } from "./faults.ts";
import { includeCycleRemedy, type NamedLensText } from "./lens-source.ts";
import { didYouMean } from "./nearest.ts";
import {
  checkPath,
  type RuleReader,
  reportRuleFault,
  rulePosition,
  sideOfVersionName,
} from "./rule-reader.ts";
import { opSchemas, schemaPropertyNames } from "./schema.ts";
import { membersBySide } from "./version-members.ts";

const opNames = Object.keys(opSchemas);

/** Reads a list of rules, and expands includes. Items that are not rules are reported and left out. */
export function readRules(
  value: JsonValue | undefined,
  yamlPath: YamlPath,
  reader: RuleReader,
): readonly RuleData[] {
  if (!isArray(value)) return [];
  return value.flatMap((item, index) => {
    const itemPath = [...yamlPath, index];
    const isInclude = isObject(item) && Object.keys(item)[0] === "include";
    return isInclude ? rulesOfInclude(item, itemPath, reader) : rulesIn(item, itemPath, reader);
  });
}

/** Reads the rules of the named lens that an include names. */
function rulesOfInclude(
  item: JsonObject,
  yamlPath: YamlPath,
  reader: RuleReader,
): readonly RuleData[] {
  const faults = schemaFaults("include", item, schemaPropertyNames(opSchemas["include"]));
  for (const fault of faults) reportRuleFault(fault, yamlPath, reader);
  if (faults.length > 0 || !reader.expansion.mayGrow()) return [];
  const lens = reader.expansion.find(String(item["include"]), reader.source);
  const fault = typeof lens === "string" ? lens : cycleText(lens, reader);
  if (typeof lens === "string" || fault !== undefined) {
    reportRuleFault({ yamlPath: ["include"], text: fault ?? "" }, yamlPath, reader);
    return [];
  }
  return readRules(lens.rules, lens.yamlPath, {
    ...reader,
    source: lens.source,
    positionOf: lens.positionOf,
    includedAt: rulePosition(yamlPath, reader),
    includes: [...reader.includes, lens],
  });
}

/**
 * The greatest depth of nested includes. The number is a choice: lenses that people write include few levels, and reading takes
 * several nested calls for each.
 */
const maxIncludes = 100;

/** Why the current rules must not include a lens: too deep, endless, or a cycle of files. Undefined if they may. */
function cycleText(
  lens: NamedLensText,
  { source, includes, ended }: RuleReader,
): string | undefined {
  if (includes.length === maxIncludes) return `includes are nested more than ${maxIncludes} deep`;
  if (includes.slice(ended).includes(lens)) {
    return `E112 lens ${lens.id} includes itself for the same value, which would never end. Include it only for an inner value, such as in the rules of each`;
  }
  const isOpen = lens.source !== source && includes.some((open) => open.source === lens.source);
  return isOpen
    ? `${lens.source.file} includes ${source.file} itself: ${includeCycleRemedy}`
    : undefined;
}

/**
 * Reads the inner rules of a rule. `isBelowStep`: they apply to an inner value, so the list may include itself; if it does, it
 * becomes a named lens.
 */
function innerRules(
  value: JsonValue | undefined,
  yamlPath: YamlPath,
  reader: RuleReader,
  isBelowStep: boolean,
): readonly RuleData[] {
  if (!isBelowStep) return readRules(value, yamlPath, reader);
  const name = listName(value, yamlPath, reader);
  const inner = { ...reader, ended: reader.includes.length };
  const rules = reader.expansion.list(name, () => readRules(value, yamlPath, inner));
  if (rules !== "includes itself") return rules;
  const at = rulePosition(yamlPath, reader);
  return [{ op: "include", from: ".", to: ".", lens: name, at }];
}

/** A unique name for a list of rules: if its only item is an include, the id of the included lens; else its position. */
function listName(value: JsonValue | undefined, yamlPath: YamlPath, reader: RuleReader): string {
  const [item, ...more] = isArray(value) ? value : [];
  const reference = isObject(item) && more.length === 0 ? member(item, "include") : undefined;
  const lens =
    typeof reference === "string" ? reader.expansion.find(reference, reader.source) : undefined;
  if (typeof lens === "object") return lens.id;
  const { line, column } = reader.positionOf(yamlPath);
  return `${reader.source.file ?? "rules"}:${line}:${column}`;
}

/**
 * Reads an item of a list of rules. A rule with several paths of one version becomes a rule for each path. Empty if it is not a
 * rule.
 */
function rulesIn(value: JsonValue, yamlPath: YamlPath, reader: RuleReader): readonly RuleData[] {
  const op = isObject(value) ? Object.keys(value)[0] : undefined;
  if (!isObject(value) || op === undefined) {
    reportRuleFault(
      { yamlPath: [], text: "must be a rule, such as { move: spec.a, to: spec.b }" },
      yamlPath,
      reader,
    );
    return [];
  }
  const schema = Object.hasOwn(opSchemas, op) ? opSchemas[op] : undefined;
  if (schema === undefined) {
    reportRuleFault({ yamlPath: [op], text: unknownOpText(op, value) }, yamlPath, reader);
    return [];
  }
  const faults = schemaFaults(op, value, schemaPropertyNames(schema));
  for (const fault of faults) reportRuleFault(fault, yamlPath, reader);
  if (faults.length > 0) return [];
  if (!reader.expansion.mayGrow()) return [];
  const read =
    op === "hook" ? hookData(value, yamlPath, reader) : dataOf(op, value, yamlPath, reader);
  const data = { ...read, at: rulePosition(yamlPath, reader) };
  return (isOneSided(op) ? eachPath(data) : [data]).filter(isRuleData);
}

/** True for an op whose paths are all of one version, which the rule names with `in`. */
function isOneSided(op: string): boolean {
  return schemaPropertyNames(opSchemas[op]).includes("in");
}

/** Splits a rule with several paths of one version into a rule for each path. */
function eachPath({
  from,
  to,
  ...data
}: object & Partial<Record<Side, unknown>>): readonly object[] {
  const [side, own] = from === undefined ? ["to", to] : ["from", from];
  return (Array.isArray(own) ? own : [own]).map((path) => ({ ...data, [String(side)]: path }));
}

function unknownOpText(word: string, value: JsonObject): string {
  const later = Object.keys(value).find((key) => opNames.includes(key));
  const near = didYouMean(word, opNames);
  if (near !== "" || later === undefined)
    return `is not an op${near || ` (${opNames.join(", ")})`}`;
  return `is not an op: write the op's name first: { ${later}: …, ${word}: … }`;
}

function dataOf(op: string, value: JsonObject, yamlPath: YamlPath, reader: RuleReader): object {
  const { [op]: own = ".", to: _to, in: _in, rules, cases, ...params } = value;
  pathsOf(op, params["beside"] ?? [], [...yamlPath, "beside"], reader);
  checkGroups(params["versions"], [...yamlPath, "versions"], reader);
  const isStep = !stepless.has(op) || (own !== "." && member(value, "to") !== ".");
  const rulesInList = (list: JsonValue | undefined, listPath: YamlPath): readonly RuleData[] =>
    innerRules(list, listPath, reader, isStep);
  return {
    op,
    ...sidesOf(op, own, value, yamlPath, reader),
    ...params,
    ...membersBySide(params, yamlPath, reader),
    ...(rules === undefined ? {} : { rules: rulesInList(rules, [...yamlPath, "rules"]) }),
    ...(isObject(cases) ? { cases: casesOf(cases, [...yamlPath, "cases"], rulesInList) } : {}),
  };
}

/** Reads a rule `hook`: its code relative to the kind's folder, and its paths by side. */
function hookData(value: JsonObject, yamlPath: YamlPath, reader: RuleReader): object {
  const { hook, from, to, reads, ...params } = value;
  const code = reader.expansion.code(String(hook), reader.source);
  if ("fault" in code) reportRuleFault({ yamlPath: ["hook"], text: code.fault }, yamlPath, reader);
  const paths = (list: JsonValue | undefined, at: YamlPath): readonly string[] =>
    (isArray(list) ? list : []).map((path, index) => {
      checkPath(path, [...yamlPath, ...at, index], reader);
      return String(path);
    });
  const lists = isObject(reads) ? Object.entries(reads) : [];
  const sided = lists.flatMap(([version, list]) => {
    const side = sideOfVersionName(version, ["reads", version], yamlPath, reader);
    return side === undefined ? [] : [[side, paths(list, ["reads", version])] as const];
  });
  const shared = paths(reads, ["reads"]);
  return {
    op: "hook",
    ...("fault" in code ? {} : code),
    from: paths(from, ["from"]),
    to: paths(to, ["to"]),
    ...(reads !== undefined && {
      reads: isArray(reads) ? { from: shared, to: shared } : Object.fromEntries(sided),
    }),
    ...params,
    ...membersBySide(params, yamlPath, reader),
  };
}

/** Ops whose inner rules apply to the value at the rule's own path, not to its items or values. */
const stepless: ReadonlySet<string> = new Set(["at", "move", "variant"]);

/** The paths of a rule: on both sides, or on the side that `in` names. */
function sidesOf(
  op: string,
  own: JsonValue,
  value: JsonObject,
  yamlPath: YamlPath,
  reader: RuleReader,
): object {
  const ownPath = pathsOf(op, own, [...yamlPath, op], reader);
  if (!isOneSided(op)) {
    const across = member(value, "to");
    return {
      from: ownPath,
      to: across === undefined ? ownPath : pathsOf(op, across, [...yamlPath, "to"], reader),
    };
  }
  const version = String(member(value, "in") ?? reader.versions.from);
  return sideOfVersionName(version, ["in"], yamlPath, reader) === "to"
    ? { to: ownPath }
    : { from: ownPath };
}

/** Checks the paths of a rule: one path, a list of paths (a source of `first` may be an op), or paths by name. */
function pathsOf(op: string, value: JsonValue, yamlPath: YamlPath, reader: RuleReader): unknown {
  if (isArray(value)) {
    return value.map((item, index) => checkedSource(op, item, [...yamlPath, index], reader));
  }
  if (!isObject(value)) return checkPath(value, yamlPath, reader);
  for (const [name, path] of Object.entries(value)) checkPath(path, [...yamlPath, name], reader);
  return value;
}

function checkedSource(
  op: string,
  value: JsonValue,
  yamlPath: YamlPath,
  reader: RuleReader,
): unknown {
  if (op !== "first" || !isObject(value)) return checkPath(value, yamlPath, reader);
  const [rule] = rulesIn(value, yamlPath, reader);
  if (rule === undefined) return undefined;
  const { at: _, from, to, ...data } = { from: undefined, to: undefined, ...rule };
  if (Object.hasOwn(value, "to") || !isSourceOp(rule.op)) {
    const text =
      "must be a path, or a rule with `each` or a value op and without `to`, such as { duration: spec.a, unit: s }";
    reportRuleFault({ yamlPath: [], text }, yamlPath, reader);
  }
  if (rule.fill !== undefined || rule.omit !== undefined) {
    const text =
      "a source of first can't have fill or omit: write them in the rule of first itself";
    reportRuleFault({ yamlPath: [], text }, yamlPath, reader);
  }
  return { ...data, path: from ?? to };
}

/** Reports `*` as a group in the `versions` of an op on references. */
function checkGroups(
  versions: JsonValue | undefined,
  yamlPath: YamlPath,
  reader: RuleReader,
): void {
  if (!isObject(versions) || !Object.hasOwn(versions, "*")) return;
  reportRuleFault({ yamlPath: ["*"], text: anyGroupText }, yamlPath, reader);
}

function casesOf(
  cases: JsonObject,
  yamlPath: YamlPath,
  inner: (list: JsonValue | undefined, yamlPath: YamlPath) => readonly RuleData[],
): object {
  return Object.fromEntries(
    Object.entries(cases).map(([word, value]) => {
      const { rules, ...own } = isObject(value) ? value : {};
      if (rules === undefined) return [word, own];
      return [word, { ...own, rules: inner(rules, [...yamlPath, word, "rules"]) }];
    }),
  );
}
