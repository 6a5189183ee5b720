import { mapAt } from "../../../../json/members.ts";
import { parse } from "../../../../json/parse.ts";
import { isObject, type JsonObject, member } from "../../../../json/value.ts";
import { stringify } from "../../../../json/write.ts";
import { metadataOf } from "../../../../protocol/object-metadata.ts";
import { bodyOfSuccess, type ClusterApi } from "../../../server/cluster-api.ts";
import type { ClusterPlan } from "./cluster-plan.ts";

/**
 * The annotation of a definition whose conversion a run of `customhouse dev` has replaced:
 * `{"run": <id of the run>, "conversion": <the former spec.conversion>}`.
 */
export const takenAnnotation = "dev.customhouse/conversion-before";

/** The conversion that a run of `customhouse dev` gives to a definition. */
export interface PlannedConversion {
  readonly name: string;
  readonly conversion: JsonObject;
  readonly run: ClusterPlan["run"];
}

/**
 * Replaces a definition's conversion, and stores the former one in {@link takenAnnotation}. Returns undefined, or the reason
 * why the definition was left unchanged: `mayTakeOver` is false, and it has a conversion webhook already or another run has
 * replaced its conversion. A definition that this run has changed before is not changed again, even if somebody else has
 * changed it since. Throws if the cluster has no such definition, and if the server refuses the change.
 */
export async function takeOverConversion(
  api: ClusterApi,
  { name, conversion, run }: PlannedConversion,
  mayTakeOver: boolean,
): Promise<string | undefined> {
  return untilNoConflict(async () => {
    const reply = await api.call({ method: "GET", path: pathOf(name) });
    if (reply.status === 404) {
      throw new Error(
        `the cluster has no CustomResourceDefinition ${name}: apply its crd.yaml first`,
      );
    }
    const definition = bodyOfSuccess(reply, name);
    const before = conversionOf(definition);
    const taken = takenIn(definition);
    if (taken?.run === run) return undefined;
    if (!mayTakeOver && (taken !== undefined || member(before, "strategy") === "Webhook")) {
      return `${name} is already converted by ${addressOf(before)} and was left unchanged: --take-over replaces that conversion until customhouse dev ends`;
    }
    // If an earlier run ended without restoring the former conversion, it is still in the annotation.
    const original = taken?.conversion ?? before;
    await changeDefinition(api, name, definition, [
      ...annotationChange(definition, stringify({ run, conversion: original })),
      { op: "add", path: "/spec/conversion", value: conversion },
    ]);
    return undefined;
  });
}

/**
 * Restores a definition's former conversion and removes the annotation. If another run has taken over the definition, it is
 * left unchanged. If somebody has changed the conversion's url since, only the annotation is removed.
 */
export async function restoreConversion(
  api: ClusterApi,
  { name, conversion, run }: PlannedConversion,
): Promise<void> {
  await untilNoConflict(async () => {
    const reply = await api.call({ method: "GET", path: pathOf(name) });
    if (reply.status === 404) return;
    const definition = bodyOfSuccess(reply, name);
    const taken = takenIn(definition);
    if (taken?.run !== run) return;
    const { url } = clientOf(conversionOf(definition));
    const isOurs = url === member(clientOf(conversion), "url");
    await changeDefinition(api, name, definition, [
      { op: "remove", path: annotationPath },
      ...(isOurs ? [{ op: "add", path: "/spec/conversion", value: taken.conversion }] : []),
    ]);
  });
}

function pathOf(name: string): string {
  return `/apis/apiextensions.k8s.io/v1/customresourcedefinitions/${encodeURIComponent(name)}`;
}

function conversionOf(definition: JsonObject): JsonObject {
  const conversion = member(mapAt(definition, "spec"), "conversion");
  return isObject(conversion) ? conversion : { strategy: "None" };
}

function annotationsOf(definition: JsonObject): JsonObject | undefined {
  const annotations = member(metadataOf(definition), "annotations");
  return isObject(annotations) ? annotations : undefined;
}

interface TakenConversion {
  readonly run: string;
  readonly conversion: JsonObject;
}

function takenIn(definition: JsonObject): TakenConversion | undefined {
  const text = member(annotationsOf(definition) ?? {}, takenAnnotation);
  const parsed = typeof text === "string" ? parse(text) : undefined;
  if (parsed?.ok !== true || !isObject(parsed.value)) return undefined;
  const [run, conversion] = [member(parsed.value, "run"), member(parsed.value, "conversion")];
  return typeof run === "string" && isObject(conversion) ? { run, conversion } : undefined;
}

/** The receiver of a conversion's reviews, for messages: a url without its path, a Service, or "a webhook". */
function addressOf(conversion: JsonObject): string {
  const { url, service } = clientOf(conversion);
  if (typeof url === "string") return withoutPath(url);
  if (!isObject(service)) return "a webhook";
  return `the Service ${member(service, "namespace")}/${member(service, "name")}`;
}

function clientOf(conversion: JsonObject): JsonObject {
  return mapAt(mapAt(conversion, "webhook"), "clientConfig");
}

/** A url without its path, because the path may contain a key. */
function withoutPath(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : "a webhook";
}

const annotationPath = `/metadata/annotations/${takenAnnotation.replaceAll("/", "~1")}`;

function annotationChange(definition: JsonObject, text: string): readonly JsonObject[] {
  return annotationsOf(definition) === undefined
    ? [{ op: "add", path: "/metadata/annotations", value: { [takenAnnotation]: text } }]
    : [{ op: "add", path: annotationPath, value: text }];
}

/** The definition was changed by somebody else after it was read, so it must be read and changed again. */
class ChangeConflict extends Error {
  override readonly name = "ChangeConflict";
}

async function changeDefinition(
  api: ClusterApi,
  name: string,
  definition: JsonObject,
  operations: readonly JsonObject[],
): Promise<void> {
  const version = member(metadataOf(definition), "resourceVersion") ?? "";
  const body = [{ op: "test", path: "/metadata/resourceVersion", value: version }, ...operations];
  const contentType = "application/json-patch+json";
  const reply = await api.call({ method: "PATCH", path: pathOf(name), body, contentType });
  const isConflict = reply.status === 409 || isFailedTest(reply.status, reply.body);
  if (isConflict) throw new ChangeConflict(`somebody else keeps changing ${name}: try again`);
  bodyOfSuccess(reply, name);
}

/** True if the server refused a JSON Patch because its test failed, which it reports as 422. */
function isFailedTest(status: number, body: JsonObject): boolean {
  return status === 422 && /testing .* failed|test failed/i.test(String(member(body, "message")));
}

/**
 * The most attempts to make a change. Each attempt reads the definition again, and a conflict rarely happens twice. The number
 * is a choice: with more, a controller that writes the definition all the time would be noticed late.
 */
const maxAttempts = 5;

async function untilNoConflict<T>(act: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await act();
    } catch (fault) {
      if (!(fault instanceof ChangeConflict) || attempt === maxAttempts) throw fault;
    }
  }
}
