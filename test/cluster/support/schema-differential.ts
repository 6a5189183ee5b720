import { setTimeout as sleep } from "node:timers/promises";
import { checkCrd } from "../../../lib/crd/check-crd.ts";
import { allEngines } from "../../../lib/crd/engines/all-engines.ts";
import { createObject } from "../../../lib/crd/request/create-and-update.ts";
import { compileKind } from "../../../lib/crd/request/resource-kind.ts";
import {
  isArray,
  isObject,
  type JsonObject,
  type JsonValue,
  member,
} from "../../../lib/json/value.ts";
import { stringify } from "../../../lib/json/write.ts";
import type { FieldError } from "../../../lib/schema/field-error/field-error.ts";
import type { Sample } from "../../support/random-schemas.ts";
import type { Client, Reply } from "./client.ts";

/** Where the engine and the server disagree. */
export interface Difference {
  readonly schema: string;
  readonly value: string;
  readonly engine: string;
  readonly server: string;
}

export const group = "random.example.com";
export const definitionsPath = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";

/** How many definitions and objects the server took and refused: a comparison of nothing would prove nothing. */
export interface Tally {
  definitions: number;
  stored: number;
  refused: number;
}

/** Creates one definition and its objects on the server and in the engine, and lists what they say differently. */
export async function differencesOf(
  client: Client,
  index: number,
  { schema, values }: Sample,
  tally: Tally,
): Promise<readonly Difference[]> {
  const definition = definitionOf(index, schema);
  const reply = await client.send({ method: "POST", path: definitionsPath, body: definition });
  const differences = compare(
    schema,
    null,
    errorsText(checkCrd(definition, allEngines).errors),
    errorsIn(reply),
  );
  if (reply.status !== 201) return differences;
  tally.definitions++;
  const path = `/apis/${group}/v1/namespaces/default/things${index}`;
  await untilServed(client, path);
  const found = [...differences];
  for (const [number, value] of values.entries()) {
    found.push(
      ...(await differenceOf(client, { path, index, definition, schema, tally }, number, value)),
    );
  }
  await client.send({ method: "DELETE", path: `${definitionsPath}/things${index}.${group}` });
  return found;
}

interface Target {
  readonly path: string;
  readonly index: number;
  readonly definition: JsonObject;
  readonly schema: JsonObject;
  readonly tally: Tally;
}

async function differenceOf(
  client: Client,
  { path, index, definition, schema, tally }: Target,
  number: number,
  value: JsonValue,
): Promise<readonly Difference[]> {
  const object = {
    apiVersion: `${group}/v1`,
    kind: `Thing${index}`,
    metadata: { name: `n${number}`, namespace: "default" },
    ...(isObject(value) && value),
  };
  const reply = await client.send({ method: "POST", path, body: object });
  tally[reply.status === 201 ? "stored" : "refused"]++;
  const theirs = reply.status === 201 ? textOf(reply.body) : errorsIn(reply);
  return compare(schema, value, engineSays(definition, object), theirs);
}

/** The object as it reads back, or the errors. */
function engineSays(definition: JsonObject, object: JsonObject): string {
  const outcome = createObject(compileKind(definition, allEngines), "v1", { object });
  if (!outcome.ok) return `HTTP 400 ${outcome.error}`;
  const { errors, served } = outcome.value;
  return errors.length > 0 ? errorsText(errors) : textOf(served?.get("v1") ?? null);
}

function textOf(object: JsonValue): string {
  return stringify(sorted(bodyOf(object)));
}

function compare(
  schema: JsonObject,
  value: JsonValue,
  engine: string,
  server: string,
): readonly Difference[] {
  if (engine === server) return [];
  return [{ schema: stringify(schema), value: stringify(value), engine, server }];
}

/** A definition of one kind, `Thing` and a number, whose only version has the schema. */
export function definitionOf(index: number, schema: JsonObject): JsonObject {
  const names = { plural: `things${index}`, kind: `Thing${index}` };
  const version = { name: "v1", served: true, storage: true, schema: { openAPIV3Schema: schema } };
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: `things${index}.${group}` },
    spec: { group, scope: "Namespaced", names, versions: [version] },
  };
}

/** Waits until the server serves a new kind. */
export async function untilServed(client: Client, path: string): Promise<void> {
  while ((await client.send({ method: "GET", path })).status !== 200) await sleep(50);
}

function errorsText(errors: readonly FieldError[]): string {
  return errors
    .map(({ type, field }) => `${type} ${field}`)
    .sort()
    .join("\n");
}

/** The causes of a refusal; empty for a success. */
function errorsIn({ status, body }: Reply): string {
  if (status === 201) return "";
  const details = isObject(body) ? member(body, "details") : undefined;
  const causes = isObject(details) ? member(details, "causes") : undefined;
  if (!isArray(causes)) return `HTTP ${status} ${stringify(body)}`;
  return causes
    .filter(isObject)
    .map((cause) => `${String(member(cause, "reason"))} ${String(member(cause, "field"))}`)
    .sort()
    .join("\n");
}

/** The causes of a refusal, as `field: message`; empty for a success. */
export function messagesIn({ status, body }: Reply): readonly string[] {
  if (status === 201) return [];
  const details = isObject(body) ? member(body, "details") : undefined;
  const causes = isObject(details) ? member(details, "causes") : undefined;
  const list: readonly JsonValue[] = isArray(causes) ? causes : [];
  return list
    .filter(isObject)
    .map((cause) => `${String(member(cause, "field"))}: ${String(member(cause, "message"))}`);
}

/** An object without what the server makes up. */
function bodyOf(object: JsonValue): JsonValue {
  if (!isObject(object)) return object;
  const { metadata: _, apiVersion: __, kind: ___, ...body } = object;
  return body;
}

function sorted(value: JsonValue): JsonValue {
  if (isArray(value)) return value.map(sorted);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((key) => [key, sorted(value[key] ?? null)]),
  );
}
