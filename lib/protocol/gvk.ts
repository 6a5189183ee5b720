import { type JsonObject, member } from "../json/value.ts";

/** A group, version and kind. `group` is empty for the core group. */
export interface GroupVersionKind {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
}

/** The two parts of an apiVersion. `group` is empty for the core group. */
export interface GroupVersion {
  readonly group: string;
  readonly version: string;
}

/**
 * Parses an apiVersion: `group/version`, or `version` for the core group. Undefined if it has more than one slash.
 * Source: https://github.com/kubernetes/apimachinery/blob/40bf4b2b62f8/pkg/runtime/schema/group_version.go,
 * ParseGroupVersion.
 */
export function parseApiVersion(apiVersion: string): GroupVersion | undefined {
  const slash = apiVersion.indexOf("/");
  if (slash < 0) return { group: "", version: apiVersion };
  if (apiVersion.includes("/", slash + 1)) return undefined;
  return { group: apiVersion.slice(0, slash), version: apiVersion.slice(slash + 1) };
}

/** The apiVersion of a group and version: `group/version`, or `version` for the core group. */
export function apiVersionOf({ group, version }: GroupVersion): string {
  return group === "" ? version : `${group}/${version}`;
}

/** A kind with its group: `CronTab.stable.example.com`. */
export function groupKindText({ group, kind }: Pick<GroupVersionKind, "group" | "kind">): string {
  return `${kind}.${group}`;
}

/** The version in an object's apiVersion; empty if the object has none. */
export function versionOfObject(object: JsonObject): string {
  const apiVersion = member(object, "apiVersion");
  return typeof apiVersion === "string" ? (parseApiVersion(apiVersion)?.version ?? "") : "";
}
