import {
  isArray,
  isObject,
  type JsonObject,
  type JsonValue,
  member,
} from "../../../lib/json/value.ts";

/** A resource of a CloudFormation template. */
export interface Resource {
  readonly id: string;
  readonly type: string;
  readonly properties: JsonObject;
}

/** The resources of a template by logical id. */
export type Resources = ReadonlyMap<string, Resource>;

/** The account and region that stand for the pseudo parameters. */
const pseudo: ReadonlyMap<string, string> = new Map([
  ["AWS::AccountId", "123456789012"],
  ["AWS::Partition", "aws"],
  ["AWS::Region", "eu-central-1"],
  ["AWS::URLSuffix", "amazonaws.com"],
]);

/** Reads the resources of a template. */
export function resourcesOf(template: JsonObject): Resources {
  const resources = objectIn(template, "Resources");
  const entries = Object.entries(resources).map(([id, value]): [string, Resource] => {
    const resource = isObject(value) ? value : {};
    const type = textIn(resource, "Type") ?? "";
    return [id, { id, type, properties: objectIn(resource, "Properties") }];
  });
  return new Map(entries);
}

/** The resources of one type. */
export function ofType(resources: Resources, type: string): readonly Resource[] {
  return [...resources.values()].filter((resource) => resource.type === type);
}

/**
 * The text that a value comes to when it is deployed: Ref gives the logical id, Fn::GetAtt `<id>.<attribute>`, and
 * pseudo parameters those of an example account. Errors: one that shows a value with another function.
 */
export function textOf(value: JsonValue): string {
  if (typeof value === "string") return value;
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  const [[name, operand] = ["", null]] = isObject(value) ? Object.entries(value) : [];
  if (name === "Ref") return referenced(textOf(operand));
  if (name === "Fn::GetAtt") return isArray(operand) ? operand.map(textOf).join(".") : `${operand}`;
  if (name === "Fn::Join" && isArray(operand)) return joined(operand);
  if (name === "Fn::Sub") return substituted(isArray(operand) ? (operand[0] ?? "") : operand);
  throw new Error(`the local cloud cannot tell what ${JSON.stringify(value)} comes to`);
}

function referenced(name: string): string {
  return pseudo.get(name) ?? name;
}

function joined([separator = "", parts = []]: readonly JsonValue[]): string {
  return isArray(parts) ? parts.map(textOf).join(textOf(separator)) : "";
}

function substituted(template: JsonValue): string {
  return textOf(template).replace(/\$\{([^!}]+)\}/g, (_, name: string) => referenced(name.trim()));
}

/** The logical ids that a value names, in order. */
export function idsIn(value: JsonValue): readonly string[] {
  if (isArray(value)) return value.flatMap(idsIn);
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, operand]) => {
    if (name === "Ref" && typeof operand === "string") return [operand];
    if (name === "Fn::GetAtt" && isArray(operand)) return [textOf(operand[0] ?? "")];
    if (name === "Fn::Sub" && typeof operand === "string") return idsInText(operand);
    return idsIn(operand);
  });
}

function idsInText(text: string): readonly string[] {
  return [...text.matchAll(/\$\{(\w+)(?:\.\w+)?\}/g)].map(([, id = ""]) => id);
}

/** The map that is a map's member; empty if there is none. */
export function objectIn(object: JsonObject, name: string): JsonObject {
  const value = member(object, name);
  return isObject(value) ? value : {};
}

/** The list that is a map's member; empty if there is none. */
export function listIn(object: JsonObject, name: string): readonly JsonValue[] {
  const value = member(object, name);
  return isArray(value) ? value : [];
}

/** The text that a map holds under a name, once deployed. */
export function textIn(object: JsonObject, name: string): string | undefined {
  const value = member(object, name);
  return value === undefined ? undefined : textOf(value);
}

/** The number that a map holds under a name. */
export function numberIn(object: JsonObject, name: string): number | undefined {
  const value = member(object, name);
  return typeof value === "number" ? value : undefined;
}
