import { parse } from "../../../lib/json/parse.ts";
import {
  isArray,
  isObject,
  type JsonObject,
  type JsonValue,
  member,
} from "../../../lib/json/value.ts";
import { stringify } from "../../../lib/json/write.ts";

/** The annotation that preserves `spec.priority`, which only v1 has. */
export const stash = "example.com/priority";

/** Converts a Job from any version to any other, without code of `lib`. It is correct for every object. */
export function convertJob(object: JsonObject, to: string): JsonObject {
  const from = versionOf(object["apiVersion"]);
  const target = versionOf(to);
  if (from === target) return object;
  const newest = from === "v1alpha1" ? withSpec(object, renamedTo("new")) : object;
  const stashed = target === "v1" ? restored(newest) : from === "v1" ? preserved(newest) : newest;
  const result = target === "v1alpha1" ? withSpec(stashed, renamedTo("old")) : stashed;
  return { ...result, apiVersion: to, metadata: mapAt(result, "metadata") };
}

function versionOf(apiVersion: JsonValue | undefined): string {
  return String(apiVersion).replace(/^.*\//, "");
}

/** Members of spec that v1alpha1 names differently than the later versions: its name, then theirs. */
const names = [
  ["image", "containerImage"],
  ["suspended", "paused"],
] as const;

function renamedTo(which: "old" | "new"): (spec: JsonObject) => JsonObject {
  const rename = new Map<string, string>(
    names.map(([old, now]) => (which === "new" ? [old, now] : [now, old])),
  );
  const [cmd, command] = which === "new" ? ["cmd", "command"] : ["command", "cmd"];
  return (spec) =>
    Object.fromEntries(
      Object.entries(spec).map(([name, value]) => {
        if (name !== "steps" || !isArray(value)) return [rename.get(name) ?? name, value];
        return [name, value.map((item) => renamedMember(item, cmd ?? "", command ?? ""))];
      }),
    );
}

function renamedMember(item: JsonValue, from: string, to: string): JsonValue {
  if (!isObject(item)) return item;
  return Object.fromEntries(
    Object.entries(item).map(([name, value]) => [name === from ? to : name, value]),
  );
}

function preserved(object: JsonObject): JsonObject {
  const spec = member(object, "spec");
  if (!isObject(spec) || member(spec, "priority") === undefined) return object;
  const { priority = null, ...rest } = spec;
  const annotations = { ...mapAt(object, "metadata", "annotations"), [stash]: stringify(priority) };
  return withAnnotations({ ...object, spec: rest }, annotations);
}

function restored(object: JsonObject): JsonObject {
  const { [stash]: text, ...annotations } = mapAt(object, "metadata", "annotations");
  if (text === undefined) return object;
  const bare = withAnnotations(object, annotations);
  const value = parse(String(text));
  const spec = member(object, "spec");
  if (!value.ok || !isObject(spec)) return bare;
  return { ...bare, spec: { ...spec, priority: value.value } };
}

/** An object with other annotations. */
export function withAnnotations(object: JsonObject, annotations: JsonObject): JsonObject {
  const metadata = mapAt(object, "metadata");
  return { ...object, metadata: { ...metadata, annotations } };
}

/** An object with a changed spec, if it has one. */
export function withSpec(object: JsonObject, change: (spec: JsonObject) => JsonObject): JsonObject {
  const spec = member(object, "spec");
  return isObject(spec) ? { ...object, spec: change(spec) } : object;
}

/** The map at a path of an object; empty if there is none. */
export function mapAt(object: JsonObject, ...path: readonly string[]): JsonObject {
  const value = path.reduce<JsonValue | undefined>(
    (at, name) => (isObject(at) ? member(at, name) : undefined),
    object,
  );
  return isObject(value) ? value : {};
}
