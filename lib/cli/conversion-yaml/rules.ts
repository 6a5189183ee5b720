import { isArray, isObject, type JsonObject, type JsonValue, member } from "../../json/value.ts";
import { parsePath } from "../../lens/language/path.ts";
import { type RuleData, valueOps } from "../../lens/language/rule.ts";
import type { Place, Position } from "./documents.ts";
import { type PartFault, schemaFaults } from "./faults.ts";
import { didYouMean } from "./nearest.ts";
import { membersOf, opSchemas } from "./schema.ts";

/** What rules are read with: the document's versions and lenses, where things stand, and what was wrong so far. */
export interface RuleReader {
  readonly versions: { readonly from: string; readonly to: string };
  /** False where the kind lacks one of them: that was reported, and what rules say of versions then follows from it. */
  readonly areKnown: boolean;
  readonly lensNames: readonly string[];
  readonly positionOf: (place: Place) => Position;
  readonly report: (fault: PartFault) => void;
}

const opNames = Object.keys(opSchemas);

/** A list of rules, or a lens's name in its place, as data; what is no rule is reported and left out. */
export function rulesOf(
  value: JsonValue | undefined,
  place: Place,
  reader: RuleReader,
): readonly RuleData[] {
  if (typeof value === "string") {
    checkLens(value, place, reader);
    return [{ op: "use", from: ".", to: ".", lens: value, at: reader.positionOf(place) }];
  }
  if (!isArray(value)) return [];
  return value.flatMap((item, index) => ruleOf(item, [...place, index], reader) ?? []);
}

function ruleOf(value: JsonValue, place: Place, reader: RuleReader): RuleData | undefined {
  const op = isObject(value) ? Object.keys(value)[0] : undefined;
  if (!isObject(value) || op === undefined) {
    reader.report({ place, text: "must be a rule, as { move: spec.a, to: spec.b }" });
    return undefined;
  }
  const schema = Object.hasOwn(opSchemas, op) ? opSchemas[op] : undefined;
  if (schema === undefined) {
    reader.report({ place: [...place, op], text: noOp(op, value) });
    return undefined;
  }
  const faults = schemaFaults(op, value, membersOf(schema));
  for (const fault of faults) reader.report({ ...fault, place: [...place, ...fault.place] });
  if (faults.length > 0) return undefined;
  const data = { ...dataOf(op, value, place, reader), at: reader.positionOf(place) };
  return isRuleData(data) ? data : undefined;
}

/** The guarded helper: the op's schema has said that its members are there. */
function isRuleData(data: object): data is RuleData {
  return "op" in data && opNames.some((name) => name === data.op);
}

function noOp(word: string, value: JsonObject): string {
  if (word === "hook") {
    return "a hook is code: write this conversion in TypeScript, with lens() and hook()";
  }
  const later = Object.keys(value).find((key) => opNames.includes(key));
  const near = didYouMean(word, opNames);
  if (near !== "" || later === undefined) return `is no op${near || ` (${opNames.join(", ")})`}`;
  return `is no op: write the op's name first, as { ${later}: …, ${word}: … }`;
}

function dataOf(op: string, value: JsonObject, place: Place, reader: RuleReader): object {
  const { [op]: own = ".", to: _to, in: _in, rules, cases, ...params } = value;
  checkPath(params["beside"], [...place, "beside"], reader);
  if (op === "use") checkLens(params["lens"], [...place, "lens"], reader);
  return {
    op,
    ...sidesOf(op, own, value, place, reader),
    ...params,
    ...(rules === undefined ? {} : { rules: rulesOf(rules, [...place, "rules"], reader) }),
    ...(isObject(cases) ? { cases: casesOf(cases, [...place, "cases"], reader) } : {}),
  };
}

/** The paths of a rule: on both sides, or on the one that `in` names. */
function sidesOf(
  op: string,
  own: JsonValue,
  value: JsonObject,
  place: Place,
  reader: RuleReader,
): object {
  const ownPath = pathsOf(op, own, [...place, op], reader);
  const { from, to } = reader.versions;
  if (!membersOf(opSchemas[op]).includes("in")) {
    const across = member(value, "to");
    return {
      from: ownPath,
      to: across === undefined ? ownPath : pathsOf(op, across, [...place, "to"], reader),
    };
  }
  const version = member(value, "in") ?? from;
  if (version === to) return { to: ownPath };
  if (version !== from && reader.areKnown) {
    const text = `must be ${from} or ${to}${didYouMean(String(version), [from, to])}`;
    reader.report({ place: [...place, "in"], text });
  }
  return { from: ownPath };
}

/** A path, the paths of a list (sources of `first` may be ops), or paths by name. */
function pathsOf(op: string, value: JsonValue, place: Place, reader: RuleReader): unknown {
  if (isArray(value)) {
    return value.map((item, index) => sourceOf(op, item, [...place, index], reader));
  }
  if (!isObject(value)) return checkPath(value, place, reader);
  for (const [name, path] of Object.entries(value)) checkPath(path, [...place, name], reader);
  return value;
}

function sourceOf(op: string, value: JsonValue, place: Place, reader: RuleReader): unknown {
  if (op !== "first" || !isObject(value)) return checkPath(value, place, reader);
  const rule = ruleOf(value, place, reader);
  if (rule === undefined) return undefined;
  const { at: _, from, to, ...data } = { from: undefined, to: undefined, ...rule };
  if (Object.hasOwn(value, "to") || !valueOps.includes(rule.op)) {
    reader.report({
      place,
      text: "must be a value op with its one path, as { wrap: spec.a, key: name }",
    });
  }
  return { ...data, path: from ?? to };
}

function checkPath(
  value: JsonValue | undefined,
  place: Place,
  reader: RuleReader,
): JsonValue | undefined {
  if (typeof value === "string" && parsePath(value) === undefined) {
    const text = `${JSON.stringify(value)} is no path: write spec.a, spec.items[*].x, spec.map{}.x or spec["odd.key"]`;
    reader.report({ place, text });
  }
  return value;
}

function checkLens(
  name: JsonValue | undefined,
  place: Place,
  { lensNames, report }: RuleReader,
): void {
  if (typeof name !== "string" || lensNames.includes(name)) return;
  report({ place, text: `there is no lens ${name}${didYouMean(name, lensNames)}` });
}

function casesOf(cases: JsonObject, place: Place, reader: RuleReader): object {
  return Object.fromEntries(
    Object.entries(cases).map(([word, value]) => {
      const { rules, ...own } = isObject(value) ? value : {};
      if (rules === undefined) return [word, own];
      return [word, { ...own, rules: rulesOf(rules, [...place, word, "rules"], reader) }];
    }),
  );
}
