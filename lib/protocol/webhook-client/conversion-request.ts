import { mapAt, textAt } from "../../json/members.ts";
import { err, ok, type Result } from "../../json/result.ts";
import { isArray, isObject, type JsonObject, member } from "../../json/value.ts";
import { apiVersionOf, parseApiVersion } from "../gvk.ts";

/** The fields of a CustomResourceDefinition that determine how its objects are converted. */
export interface ConversionSetting {
  readonly group: string;
  readonly kind: string;
  readonly listKind: string;
  readonly versions: readonly string[];
  readonly strategy: "None" | "Webhook";
  readonly reviewVersions: readonly string[];
}

/** What the server converts: one object, or all items of a list. */
export type ConversionSubject =
  | { readonly object: JsonObject }
  | { readonly list: readonly JsonObject[] };

/** Reads the conversion setting of a v1 CustomResourceDefinition in which defaults are set. */
export function conversionSetting(crd: JsonObject): ConversionSetting {
  const spec = mapAt(crd, "spec");
  const names = mapAt(spec, "names");
  const conversion = mapAt(spec, "conversion");
  const kind = textAt(names, "kind");
  const reviewVersions = member(mapAt(conversion, "webhook"), "conversionReviewVersions") ?? [];
  const versions = member(spec, "versions") ?? [];
  return {
    group: textAt(spec, "group"),
    kind,
    listKind: textAt(names, "listKind") || `${kind}List`,
    versions: isArray(versions) ? versions.filter(isObject).map((it) => textAt(it, "name")) : [],
    strategy: textAt(conversion, "strategy") === "Webhook" ? "Webhook" : "None",
    reviewVersions: isArray(reviewVersions) ? reviewVersions.map(String) : [],
  };
}

/**
 * The ConversionReview that the server sends to convert an object or a list. Undefined if it sends none: the strategy is None,
 * every object is in the desired version, or the object has only apiVersion and kind.
 *
 * Errors: the server's text.
 * Source: https://github.com/kubernetes/apiextensions-apiserver/blob/2e78d6fca8b2/pkg/apiserver/conversion/converter.go,
 * ConvertToVersion, and webhook_converter.go, createConversionReviewObjects.
 */
export function conversionRequest(
  setting: ConversionSetting,
  subject: ConversionSubject,
  toVersion: string,
  uid: string,
): Result<JsonObject | undefined, string> {
  const desiredAPIVersion = apiVersionOf({ group: setting.group, version: toVersion });
  const fault = versionFault(setting, subject, desiredAPIVersion);
  if (fault !== undefined) return err(fault);
  if (setting.strategy === "None" || isEmptyObject(subject)) return ok(undefined);
  const version = setting.reviewVersions.find((name) => name === "v1" || name === "v1beta1");
  if (version === undefined) return err("no supported conversion review versions");
  const objects = objectsToConvert(subject, desiredAPIVersion);
  if (objects.length === 0) return ok(undefined);
  return ok({
    kind: "ConversionReview",
    apiVersion: `apiextensions.k8s.io/${version}`,
    request: { uid, desiredAPIVersion, objects },
    response: { uid: "", convertedObjects: null, result: { metadata: {} } },
  });
}

/** The objects that are not in the desired version, in order. */
export function objectsToConvert(
  subject: ConversionSubject,
  desiredAPIVersion: string,
): readonly JsonObject[] {
  const all = "list" in subject ? subject.list : [subject.object];
  return all.filter((object) => textAt(object, "apiVersion") !== desiredAPIVersion);
}

function versionFault(
  { group, versions }: ConversionSetting,
  subject: ConversionSubject,
  desiredAPIVersion: string,
): string | undefined {
  const known = new Set(versions.map((version) => apiVersionOf({ group, version })));
  const start = "request to convert CR";
  if (!known.has(desiredAPIVersion))
    return `${start} to an invalid group/version: ${desiredAPIVersion}`;
  if ("object" in subject) {
    const from = groupVersionText(subject.object);
    return known.has(from) ? undefined : `${start} from an invalid group/version: ${from}`;
  }
  for (const [index, item] of subject.list.entries()) {
    const from = groupVersionText(item);
    if (known.has(from)) continue;
    return `${start} list failed, list index ${index} has invalid group/version: ${from}`;
  }
  return undefined;
}

/** The group and version of an object as the server prints them; empty if its apiVersion is invalid. */
function groupVersionText(object: JsonObject): string {
  const apiVersion = textAt(object, "apiVersion");
  return parseApiVersion(apiVersion) === undefined ? "" : apiVersion;
}

/** True for an object with only apiVersion and kind. The server does not call the webhook for it. */
function isEmptyObject(subject: ConversionSubject): boolean {
  if ("list" in subject) return false;
  const { object } = subject;
  return (
    Object.keys(object).length === 2 &&
    Object.hasOwn(object, "apiVersion") &&
    Object.hasOwn(object, "kind")
  );
}
