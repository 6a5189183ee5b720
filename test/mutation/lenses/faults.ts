import {
  isArray,
  isObject,
  type JsonObject,
  type JsonValue,
  member,
} from "../../../lib/json/value.ts";
import {
  eachItem,
  eachValue,
  type Path,
  parsePath,
  pathText,
} from "../../../lib/lens/language/path.ts";
import {
  nodeAt,
  type SchemaNode,
  type SchemaPair,
} from "../../../lib/lens/language/schema-node.ts";
import { constraintKeywords } from "../../../lib/schema/constraint/constraint.ts";

/** A changed part of a `conversion.yaml`, and what was changed. */
export interface Changed<T> {
  readonly what: string;
  readonly changed: T;
}

/** What rules are read with: the schemas of their scope, older version first, and the names of the two versions. */
export interface Scope extends SchemaPair {
  readonly older: string;
  readonly newer: string;
  /** Called with the lens that an `include` names, and its scope. */
  readonly onInclude: (lens: string, scope: Scope) => void;
}

/** The op of a written rule: its first key. */
export function opOf(rule: JsonObject): string {
  return Object.keys(rule)[0] ?? "";
}

/** Every list of rules that differs from a list by one fault. */
export function* faultyRules(
  rules: JsonValue | undefined,
  scope: Scope,
): Iterable<Changed<JsonValue>> {
  if (!isArray(rules)) return;
  for (const [index, rule] of rules.entries()) {
    if (!isObject(rule)) continue;
    const name = nameOf(rule);
    yield { what: `${name}: dropped`, changed: rules.toSpliced(index, 1) };
    for (const { what, changed } of faultyRule(rule, scope)) {
      yield { what: `${name}: ${what}`, changed: rules.with(index, changed) };
    }
    const other = rules.findIndex(
      (each, at) => at > index && isObject(each) && opOf(each) === opOf(rule) && "to" in each,
    );
    const partner = rules[other];
    if (isObject(partner) && "to" in rule) {
      const swapped = rules.with(index, { ...rule, to: partner["to"] ?? null });
      yield {
        what: `${name}: fields swapped with ${nameOf(partner)}`,
        changed: swapped.with(other, { ...partner, to: rule["to"] ?? null }),
      };
    }
  }
}

function nameOf(rule: JsonObject): string {
  const op = opOf(rule);
  const path = rule[op];
  return `${op} ${typeof path === "string" ? path : JSON.stringify(path).slice(0, 60)}`;
}

function* faultyRule(rule: JsonObject, scope: Scope): Iterable<Changed<JsonObject>> {
  const op = opOf(rule);
  if (op === "include") {
    scope.onInclude(String(rule[op]), scope);
    return;
  }
  yield* otherPaths(rule, op, scope);
  yield* otherWords(rule, op, scope);
  yield* otherParameters(rule, op);
  const inner = innerScope(rule, op, scope);
  for (const { what, changed } of faultyRules(rule["rules"], inner)) {
    yield { what: `rules: ${what}`, changed: { ...rule, rules: changed } };
  }
  const cases = rule["cases"];
  if (!isObject(cases)) return;
  for (const [word, own] of Object.entries(cases)) {
    if (!isObject(own)) continue;
    for (const { what, changed } of faultyRules(own["rules"], inner)) {
      const next = { ...cases, [word]: { ...own, rules: changed } };
      yield { what: `case ${word}: ${what}`, changed: { ...rule, cases: next } };
    }
  }
}

/** The scope of the rules within a rule: items for lists, values for maps that are converted one by one. */
function innerScope(rule: JsonObject, op: string, scope: Scope): Scope {
  const [from, to] = [rule[op], rule["to"] ?? rule[op]].map((written) =>
    typeof written === "string" ? parsePath(written) : undefined,
  );
  const node = (root: SchemaNode, path: Path | undefined): SchemaNode => {
    if (path === undefined) return "free";
    const own = nodeAt(root, path);
    const isList = typeof own !== "string" && own.type === "array";
    if (isList) return nodeAt(own, [eachItem]);
    return op === "keyed" ? nodeAt(own, [eachValue]) : own;
  };
  return { ...scope, from: node(scope.from, from), to: node(scope.to, to) };
}

/** The version that a path of a rule belongs to, as its schema. */
function schemaOf(rule: JsonObject, key: string, scope: Scope): SchemaNode {
  const isNewer = key === "to" || rule["in"] === scope.newer || rule["in"] === "newer";
  return isNewer ? scope.to : scope.from;
}

/** Each path of a rule replaced by that of a member beside it, of the same type where there is one. */
function* otherPaths(rule: JsonObject, op: string, scope: Scope): Iterable<Changed<JsonObject>> {
  for (const key of [op, "to"]) {
    const schema = schemaOf(rule, key, scope);
    for (const { what, changed } of otherPathsIn(rule[key], schema)) {
      yield { what: `${key === op ? "path" : "to"} ${what}`, changed: { ...rule, [key]: changed } };
    }
  }
}

function* otherPathsIn(
  written: JsonValue | undefined,
  schema: SchemaNode,
): Iterable<Changed<JsonValue>> {
  if (typeof written === "string") {
    const other = pathBeside(written, schema);
    if (other !== undefined) yield { what: `becomes ${other}`, changed: other };
  } else if (isArray(written)) {
    for (const [index, each] of written.entries()) {
      for (const { what, changed } of otherPathsIn(each, schema)) {
        yield { what: `${index} ${what}`, changed: written.with(index, changed) };
      }
    }
  } else if (isObject(written)) {
    for (const [key, each] of Object.entries(written)) {
      if (typeof each !== "string") continue;
      for (const { what, changed } of otherPathsIn(each, schema)) {
        yield { what: `${key} ${what}`, changed: { ...written, [key]: changed } };
      }
    }
  }
}

function pathBeside(text: string, schema: SchemaNode): string | undefined {
  const path = parsePath(text);
  const last = path?.findLastIndex((step) => typeof step === "string") ?? -1;
  if (path === undefined || last < 0) return undefined;
  const parent = nodeAt(schema, path.slice(0, last));
  const own = nodeAt(schema, path.slice(0, last + 1));
  if (typeof parent === "string") return undefined;
  const others = [...(parent.properties ?? [])].filter(([key]) => key !== path[last]);
  const type = typeof own === "string" ? "" : own.type;
  const [other] = others.find(([, node]) => node.type === type) ?? others[0] ?? [];
  return other === undefined ? undefined : pathText(path.with(last, other));
}

/** The keys of a rule that hold words and values. */
const wordKeys = [
  "table",
  "else",
  "fill",
  "omit",
  "backTo",
  "test",
  "where",
  "version",
  "versions",
];

/** Each word and value of a rule replaced by another one, also where every constraint is accepted everywhere. */
function* otherWords(rule: JsonObject, op: string, scope: Scope): Iterable<Changed<JsonObject>> {
  for (const key of wordKeys) {
    for (const { what, changed } of otherValues(rule[key], wordsIn(rule, op, scope))) {
      yield { what: `${key} ${what}`, changed: { ...rule, [key]: changed } };
    }
  }
  const { table, cases } = rule;
  if (isObject(table) && Object.keys(table).length > 1) {
    const [first, ...rest] = Object.values(table);
    const rotated = [...rest, first ?? null];
    const other = Object.fromEntries(
      Object.keys(table).map((word, at) => [word, rotated[at] ?? null]),
    );
    if (JSON.stringify(other) !== JSON.stringify(table)) {
      yield { what: "table rotated", changed: { ...rule, table: other } };
    }
  }
  if (isObject(cases)) {
    for (const { what, changed } of otherCases(cases)) {
      yield { what: `cases ${what}`, changed: { ...rule, cases: changed } };
    }
  }
  const sources = rule[op];
  if (op === "first" && isArray(sources)) {
    for (const [index, source] of sources.entries()) {
      if (!isObject(source)) continue;
      for (const { what, changed } of otherWords(source, opOf(source), scope)) {
        const next = { ...rule, [op]: sources.with(index, changed) };
        yield { what: `source ${index} ${what}`, changed: next };
      }
    }
  }
}

function* otherCases(cases: JsonObject): Iterable<Changed<JsonObject>> {
  for (const [word, own] of Object.entries(cases)) {
    const { [word]: _, ...others } = cases;
    yield { what: `${word} gone`, changed: others };
    yield { what: `${word} becomes ${word}x`, changed: { ...others, [`${word}x`]: own } };
    const test = isObject(own) ? own["test"] : undefined;
    if (!isObject(own) || test === undefined) continue;
    for (const { what, changed } of otherValues(test, [])) {
      yield {
        what: `${word} test ${what}`,
        changed: { ...cases, [word]: { ...own, test: changed } },
      };
    }
  }
}

/** The words of the enumerations at a rule's paths, and of its table. */
function wordsIn(rule: JsonObject, op: string, scope: Scope): readonly JsonValue[] {
  const words = [op, "to"].flatMap((key) => {
    const text = rule[key] ?? (key === "to" ? rule[op] : undefined);
    const path = typeof text === "string" ? parsePath(text) : undefined;
    const node = path && nodeAt(key === "to" ? scope.to : scope.from, path);
    return node === undefined || typeof node === "string" ? [] : (node.validation?.enum ?? []);
  });
  const table = member(rule, "table");
  return [...words, ...(isObject(table) ? Object.values(table) : [])];
}

function* otherValues(
  value: JsonValue | undefined,
  words: readonly JsonValue[],
): Iterable<Changed<JsonValue>> {
  if (isObject(value)) {
    for (const [key, own] of Object.entries(value)) {
      if (typeof own === "boolean" && key === "returns") continue;
      for (const { what, changed } of otherValues(own, words)) {
        yield { what: `${key} ${what}`, changed: { ...value, [key]: changed } };
      }
    }
    return;
  }
  const changed = otherValue(value, words);
  if (changed !== undefined) {
    yield { what: `${JSON.stringify(value)} becomes ${JSON.stringify(changed)}`, changed };
  }
}

function otherValue(
  value: JsonValue | undefined,
  words: readonly JsonValue[],
): JsonValue | undefined {
  if (typeof value === "string") {
    return words.find((word) => word !== value && word !== "") ?? `${value}x`;
  }
  if (typeof value === "boolean") return !value;
  if (typeof value === "number") return value + 1;
  if (typeof value === "bigint") return value + 1n;
  if (isArray(value)) return value.length === 0 ? ["x"] : value.slice(0, -1);
  return undefined;
}

/** Other units, other keys, and modifiers that are gone. */
function* otherParameters(rule: JsonObject, op: string): Iterable<Changed<JsonObject>> {
  const units: Readonly<Record<string, string>> = {
    s: "m",
    m: "s",
    ms: "s",
    h: "m",
    us: "ms",
    ns: "us",
  };
  const scales: Readonly<Record<string, string>> = {
    "": "k",
    k: "",
    m: "",
    Mi: "Gi",
    Gi: "Mi",
    Ki: "Mi",
  };
  const others: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
    ["unit", units],
    ["scale", scales],
    ["format", { yaml: "json", json: "yaml" }],
    ["round", { up: "zero", nearest: "zero", zero: "up" }],
  ];
  for (const [key, table] of others) {
    const next = table[String(rule[key])];
    if (typeof rule[key] === "string" && next !== undefined) {
      yield { what: `${key} becomes ${next}`, changed: { ...rule, [key]: next } };
    }
  }
  const kept = new Set([op, "to", "rules", "in", "reason", "oneWay", "template"]);
  for (const key of Object.keys(rule).filter((each) => !kept.has(each))) {
    const { [key]: _, ...rest } = rule;
    yield { what: `${key} gone`, changed: rest };
  }
  const { template } = rule;
  if (typeof template === "string") {
    yield {
      what: "template with two separators",
      changed: { ...rule, template: template.replace("}", "}:") },
    };
  }
}

/** The document with every constraint accepted everywhere. */
export function withWideAccept(document: JsonObject): JsonObject {
  const refuses = constraintKeywords.filter((keyword) => keyword !== "rule");
  const entries = [document["from"], document["to"]].map((version) => ({
    in: version ?? "",
    at: ["spec.**", "status.**"],
    refuses,
    why: "too wide",
  }));
  const { accept } = document;
  return { ...document, accept: [...(isArray(accept) ? accept : []), ...entries] };
}
