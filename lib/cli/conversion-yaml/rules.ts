import { isArray, isObject, type JsonObject, type JsonValue, member } from "../../json/value.ts";
import { parsePath } from "../../lens/language/path.ts";
import type { RuleData } from "../../lens/language/rule.ts";
import { isSourceOp } from "../../lens/ops/registry.ts";
import type { Position, YamlPath } from "./documents.ts";
import { schemaFaults, type YamlFault } from "./faults.ts";
import { didYouMean } from "./nearest.ts";
import { membersOf, opSchemas } from "./schema.ts";

/** What is needed to read a document's rules. */
export interface RuleReader {
  readonly versions: { readonly from: string; readonly to: string };
  /** False where the kind lacks one of them. That is reported once, not again for each rule that names a version. */
  readonly areKnown: boolean;
  readonly lensNames: readonly string[];
  readonly positionOf: (yamlPath: YamlPath) => Position;
  readonly report: (fault: YamlFault) => void;
}

const opNames = Object.keys(opSchemas);

/** A list of rules, or the name of a lens, as data. Items that are not rules are reported and left out. */
export function rulesOf(
  value: JsonValue | undefined,
  yamlPath: YamlPath,
  reader: RuleReader,
): readonly RuleData[] {
  if (typeof value === "string") {
    checkLens(value, yamlPath, reader);
    return [{ op: "use", from: ".", to: ".", lens: value, at: reader.positionOf(yamlPath) }];
  }
  if (!isArray(value)) return [];
  return value.flatMap((item, index) => ruleOf(item, [...yamlPath, index], reader) ?? []);
}

function ruleOf(value: JsonValue, yamlPath: YamlPath, reader: RuleReader): RuleData | undefined {
  const op = isObject(value) ? Object.keys(value)[0] : undefined;
  if (!isObject(value) || op === undefined) {
    reader.report({ yamlPath, text: "must be a rule, as { move: spec.a, to: spec.b }" });
    return undefined;
  }
  const schema = Object.hasOwn(opSchemas, op) ? opSchemas[op] : undefined;
  if (schema === undefined) {
    reader.report({ yamlPath: [...yamlPath, op], text: unknownOpText(op, value) });
    return undefined;
  }
  const faults = schemaFaults(op, value, membersOf(schema));
  for (const fault of faults)
    reader.report({ ...fault, yamlPath: [...yamlPath, ...fault.yamlPath] });
  if (faults.length > 0) return undefined;
  const data = { ...dataOf(op, value, yamlPath, reader), at: reader.positionOf(yamlPath) };
  return isRuleData(data) ? data : undefined;
}

/** Checks the op alone: its schema has validated the members. */
function isRuleData(data: object): data is RuleData {
  return "op" in data && opNames.some((name) => name === data.op);
}

function unknownOpText(word: string, value: JsonObject): string {
  if (word === "hook") {
    return "a hook is code: write this conversion in TypeScript, with lens() and hook()";
  }
  const later = Object.keys(value).find((key) => opNames.includes(key));
  const near = didYouMean(word, opNames);
  if (near !== "" || later === undefined)
    return `is not an op${near || ` (${opNames.join(", ")})`}`;
  return `is not an op: write the op's name first, as { ${later}: …, ${word}: … }`;
}

function dataOf(op: string, value: JsonObject, yamlPath: YamlPath, reader: RuleReader): object {
  const { [op]: own = ".", to: _to, in: _in, rules, cases, ...params } = value;
  checkPath(params["beside"], [...yamlPath, "beside"], reader);
  if (op === "use") checkLens(params["lens"], [...yamlPath, "lens"], reader);
  return {
    op,
    ...sidesOf(op, own, value, yamlPath, reader),
    ...params,
    ...(rules === undefined ? {} : { rules: rulesOf(rules, [...yamlPath, "rules"], reader) }),
    ...(isObject(cases) ? { cases: casesOf(cases, [...yamlPath, "cases"], reader) } : {}),
  };
}

/** The paths of a rule: on both sides, or on the side that `in` names. */
function sidesOf(
  op: string,
  own: JsonValue,
  value: JsonObject,
  yamlPath: YamlPath,
  reader: RuleReader,
): object {
  const ownPath = pathsOf(op, own, [...yamlPath, op], reader);
  const { from, to } = reader.versions;
  if (!membersOf(opSchemas[op]).includes("in")) {
    const across = member(value, "to");
    return {
      from: ownPath,
      to: across === undefined ? ownPath : pathsOf(op, across, [...yamlPath, "to"], reader),
    };
  }
  const version = member(value, "in") ?? from;
  if (version === to) return { to: ownPath };
  if (version !== from && reader.areKnown) {
    const text = `must be ${from} or ${to}${didYouMean(String(version), [from, to])}`;
    reader.report({ yamlPath: [...yamlPath, "in"], text });
  }
  return { from: ownPath };
}

/** A path, a list of paths (a source of `first` may be an op), or paths by name. */
function pathsOf(op: string, value: JsonValue, yamlPath: YamlPath, reader: RuleReader): unknown {
  if (isArray(value)) {
    return value.map((item, index) => sourceOf(op, item, [...yamlPath, index], reader));
  }
  if (!isObject(value)) return checkPath(value, yamlPath, reader);
  for (const [name, path] of Object.entries(value)) checkPath(path, [...yamlPath, name], reader);
  return value;
}

function sourceOf(op: string, value: JsonValue, yamlPath: YamlPath, reader: RuleReader): unknown {
  if (op !== "first" || !isObject(value)) return checkPath(value, yamlPath, reader);
  const rule = ruleOf(value, yamlPath, reader);
  if (rule === undefined) return undefined;
  const { at: _, from, to, ...data } = { from: undefined, to: undefined, ...rule };
  if (Object.hasOwn(value, "to") || !isSourceOp(rule.op)) {
    reader.report({
      yamlPath,
      text: "must be a value op with its one path, as { wrap: spec.a, key: name }",
    });
  }
  return { ...data, path: from ?? to };
}

function checkPath(
  value: JsonValue | undefined,
  yamlPath: YamlPath,
  reader: RuleReader,
): JsonValue | undefined {
  if (typeof value === "string" && parsePath(value) === undefined) {
    const text = `${JSON.stringify(value)} is not a path: write spec.a, spec.items[*].x, spec.map{}.x or spec["odd.key"]`;
    reader.report({ yamlPath, text });
  }
  return value;
}

function checkLens(
  name: JsonValue | undefined,
  yamlPath: YamlPath,
  { lensNames, report }: RuleReader,
): void {
  if (typeof name !== "string" || lensNames.includes(name)) return;
  report({ yamlPath, text: `there is no lens ${name}${didYouMean(name, lensNames)}` });
}

function casesOf(cases: JsonObject, yamlPath: YamlPath, reader: RuleReader): object {
  return Object.fromEntries(
    Object.entries(cases).map(([word, value]) => {
      const { rules, ...own } = isObject(value) ? value : {};
      if (rules === undefined) return [word, own];
      return [word, { ...own, rules: rulesOf(rules, [...yamlPath, word, "rules"], reader) }];
    }),
  );
}
