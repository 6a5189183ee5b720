import type { CrdFacts, CrdVersion } from "../../crd/crd-facts.ts";
import { listAt, mapAt } from "../../json/members.ts";
import { isObject, type JsonObject, type JsonValue, member } from "../../json/value.ts";

/**
 * The TypeScript code for a kind's versions: for each version an interface with the fields of its schema, and a constant named
 * like the version, from which `lens` infers the type. The code imports nothing. Members that the schema does not require are
 * optional. Stored objects may be older than the schema, so that values can have other types at run time.
 */
export function versionTypes(crd: CrdFacts): readonly string[] {
  const versions = crd.versions.map((version) => versionType(crd, version));
  const isFree = versions.some((code) => /\bJson\b/.test(code));
  return [objectMeta, ...(isFree ? [json] : []), ...versions, typedKind(crd)];
}

const objectMeta = `/** An object's metadata, as far as handlers and lenses read it. */
export interface ObjectMeta {
  readonly name?: string;
  readonly generateName?: string;
  readonly namespace?: string;
  readonly uid?: string;
  readonly resourceVersion?: string;
  readonly generation?: number | bigint;
  readonly creationTimestamp?: string | null;
  readonly deletionTimestamp?: string;
  readonly finalizers?: readonly string[];
  readonly labels?: { readonly [key: string]: string };
  readonly annotations?: { readonly [key: string]: string };
}`;

const json = `/** JSON that no schema describes. */
export type Json =
  | null
  | boolean
  | number
  | bigint
  | string
  | readonly Json[]
  | { readonly [key: string]: Json };`;

/** Names of other exports of a `generated.ts`, which a version's constant must not have. */
const reserved = [
  "crd",
  "samples",
  "lenses",
  "kind",
  "hooks",
  "gone",
  "conversionGuard",
  "oldStash",
  "admission",
];

/** The name of a version's constant: `v1beta1` for `v1beta1`, `v1_beta` for `v1-beta`, `crd_` for a reserved name. */
export function constantName(version: string): string {
  const name = version.replaceAll(/\W/g, "_");
  return reserved.includes(name) ? `${name}_` : name;
}

/** The code of the constant from which `admission` infers the types of all versions. */
function typedKind({ kind, versions }: CrdFacts): string {
  const objects = versions.map(({ name }) => `readonly ${memberName(name)}: ${typeName(name)};`);
  const type = block([
    `readonly kind: ${stringLiteral(kind)};`,
    `readonly objects?: ${block(objects)};`,
  ]);
  return [
    "/** The kind, for `admission`. */",
    `export const kind: ${type} = { kind: ${stringLiteral(kind)} };`,
  ].join("\n");
}

function typeName(version: string): string {
  const constant = constantName(version);
  return constant.charAt(0).toUpperCase() + constant.slice(1);
}

function versionType({ group, kind }: CrdFacts, { name, schema }: CrdVersion): string {
  const [constant, type] = [constantName(name), typeName(name)];
  const members = [
    `readonly apiVersion: ${stringLiteral(`${group}/${name}`)};`,
    `readonly kind: ${stringLiteral(kind)};`,
    "readonly metadata?: ObjectMeta;",
    ...schemaMembers(schema).filter(isOwn).map(memberCode),
    ...restOf(schema),
  ];
  return [
    `export interface ${type} ${block(members)}`,
    "",
    `/** Version ${name}, for \`lens\`. */`,
    `export const ${constant}: { readonly version: ${stringLiteral(name)}; readonly object?: ${type} } = {`,
    `  version: ${stringLiteral(name)},`,
    "};",
  ].join("\n");
}

interface Member {
  readonly key: string;
  readonly schema: JsonObject;
  readonly isRequired: boolean;
}

function schemaMembers(schema: JsonObject): readonly Member[] {
  const properties = mapAt(schema, "properties");
  const required = listAt(schema, "required");
  return Object.entries(properties).map(([key, value]) => ({
    key,
    schema: isObject(value) ? value : {},
    isRequired: required.includes(key),
  }));
}

function memberCode({ key, schema, isRequired }: Member): string {
  return `readonly ${memberName(key)}${isRequired ? "" : "?"}: ${typeCode(schema)};`;
}

function memberName(key: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(key) ? key : stringLiteral(key);
}

/** The index signature of a map whose schema preserves unknown fields. */
function restOf(schema: JsonObject): readonly string[] {
  return keepsUnknown(schema) ? ["readonly [key: string]: unknown;"] : [];
}

function typeCode(schema: JsonObject): string {
  const code = valueCode(schema);
  const isNull = member(schema, "nullable") === true && code !== "Json";
  return isNull && !code.endsWith("null") ? `${code} | null` : code;
}

function valueCode(schema: JsonObject): string {
  const words = listAt(schema, "enum");
  if (words.length > 0 && words.every(isWord))
    return [...new Set(words.map(stringLiteral))].join(" | ");
  if (member(schema, "x-kubernetes-int-or-string") === true) return "number | string";
  switch (member(schema, "type")) {
    case "string":
    case "boolean":
    case "number":
      return String(schema["type"]);
    case "integer":
      return isSmall(schema) ? "number" : "number | bigint";
    case "array":
      return listCode(mapAt(schema, "items"));
    case "object":
      return mapCode(schema);
    default:
      return "Json";
  }
}

function isWord(value: JsonValue): boolean {
  return value === null || ["string", "number", "boolean"].includes(typeof value);
}

/** True if a JavaScript number can represent every integer that the schema allows. */
function isSmall(schema: JsonObject): boolean {
  const [minimum, maximum] = [member(schema, "minimum"), member(schema, "maximum")];
  const isBounded = Number.isSafeInteger(minimum) && Number.isSafeInteger(maximum);
  return member(schema, "format") === "int32" || isBounded;
}

function listCode(items: JsonObject): string {
  const code = typeCode(items);
  return isOneType(code) ? `readonly ${code}[]` : `readonly (${code})[]`;
}

/** False for a union type that needs parentheses before `[]`. */
function isOneType(code: string): boolean {
  return /^\{[\s\S]*\}$/.test(code) || !code.includes("|");
}

function mapCode(schema: JsonObject): string {
  const values = member(schema, "additionalProperties");
  if (isObject(values)) return block([`readonly [key: string]: ${typeCode(values)};`]);
  const isResource = member(schema, "x-kubernetes-embedded-resource") === true;
  const members = schemaMembers(schema);
  const named = isResource ? [...resource, ...members.filter(isOwn)] : members;
  if (named.length > 0) return block([...named.map(lineOf), ...restOf(schema)]);
  return values === true || keepsUnknown(schema) ? "{ readonly [key: string]: Json }" : "object";
}

const resource = [
  "readonly apiVersion: string;",
  "readonly kind: string;",
  "readonly metadata?: ObjectMeta;",
];

function isOwn({ key }: Member): boolean {
  return !["apiVersion", "kind", "metadata"].includes(key);
}

function lineOf(line: Member | string): string {
  return typeof line === "string" ? line : memberCode(line);
}

function keepsUnknown(schema: JsonObject): boolean {
  return member(schema, "x-kubernetes-preserve-unknown-fields") === true;
}

/** Lines in braces, indented. */
function block(lines: readonly string[]): string {
  return ["{", ...lines.map((line) => line.replaceAll(/^/gm, "  ")), "}"].join("\n");
}

function stringLiteral(value: JsonValue): string {
  return JSON.stringify(value);
}
