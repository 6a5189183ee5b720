import { convertObject } from "../../../lib/conversion/convert-object.ts";
import { conversionRegistry } from "../../../lib/conversion/registry.ts";
import type { ConversionRemarks } from "../../../lib/converter/converter.ts";
import { stashFor } from "../../../lib/converter/stash/stash.ts";
import { deepFreeze } from "../../../lib/json/deep-freeze.ts";
import { isObject, type JsonArray, type JsonObject, member } from "../../../lib/json/value.ts";
import { defineKind } from "../../../lib/kind/kind.ts";
import { yamlText } from "../../../lib/lens/ops/text/yaml-text.ts";
import type { LensData } from "../../../lib/lens.ts";
import { allowance } from "../allowance.ts";

const group = "example.com";

/** The result of a conversion: the object, or the message of its failure; and the remarks for the log. */
export interface Converted {
  readonly object: JsonObject | string;
  readonly remarks: ConversionRemarks;
}

/** Converts an object of an example's kind to a version. */
export type ExampleKind = (object: JsonObject, version: string) => Converted;

/** A kind of a few versions, joined by lenses. */
export function exampleKind(
  schemas: Readonly<Record<string, JsonObject>>,
  lenses: readonly LensData[],
): ExampleKind {
  const versions = Object.entries(schemas).map(([name, schema]) => {
    return { name, served: true, storage: name === "v1", schema };
  });
  const names = new Set(lenses.flatMap(({ from, to }) => [from, to]));
  const kind = defineKind({
    crd: { group, kind: "Example", plural: "examples", scope: "Namespaced", versions },
    lenses,
    gone: Object.fromEntries(
      [...names].filter((name) => !Object.hasOwn(schemas, name)).map((name) => [name, null]),
    ),
    tools: { yaml: yamlText },
  });
  const registry = conversionRegistry([kind]);
  return (object, version) => {
    let remarks: ConversionRemarks = { unparsed: [], rounded: [], stale: 0, heldBack: 0, lost: [] };
    const result = convertObject(
      registry,
      deepFreeze({ apiVersion: "", kind: "", ...object }),
      { group, version },
      allowance(),
      (found) => {
        remarks = found;
      },
    );
    return { object: result.ok ? result.value : result.error.message, remarks };
  };
}

/** An object of the example kind, with the name `a` in the namespace `team`. */
export function exampleObject(version: string, { metadata, ...body }: JsonObject): JsonObject {
  const own = isObject(metadata) ? metadata : {};
  return {
    apiVersion: `${group}/${version}`,
    kind: "Example",
    metadata: { name: "a", namespace: "team", ...own },
    ...body,
  };
}

/** An object of the example kind without what is kept in its annotations. */
export function withoutStash(object: JsonObject): JsonObject {
  const metadata = member(object, "metadata");
  const { annotations, ...own } = isObject(metadata) ? metadata : {};
  const visible = Object.entries(isObject(annotations) ? annotations : {}).filter(
    ([key]) => !key.startsWith(`${group}/kept`),
  );
  const rest = visible.length === 0 ? {} : { annotations: Object.fromEntries(visible) };
  return { ...object, metadata: { ...own, ...rest } };
}

/** The preserved values in an object's annotations, by version and address, without fingerprints. */
export function keptIn(
  object: JsonObject,
): Readonly<Record<string, Readonly<Record<string, JsonArray>>>> {
  const metadata = member(object, "metadata");
  const annotations = isObject(metadata) ? member(metadata, "annotations") : undefined;
  const strings = Object.fromEntries(
    Object.entries(isObject(annotations) ? annotations : {}).flatMap(([key, value]) =>
      typeof value === "string" ? [[key, value]] : [],
    ),
  );
  const versions = new Set(Object.keys(strings).flatMap(versionsOfKey(strings)));
  return Object.fromEntries(
    [...versions].map((version) => {
      const { entries } = stashFor(group, version).take(strings);
      const shown = [...entries].filter(([address]) => !address.endsWith("[#]"));
      return [
        version,
        Object.fromEntries(shown.map(([address, entry]) => [address, entry.slice(0, 1)])),
      ];
    }),
  );
}

/** Returns a function for the versions for which an annotation has preserved values. */
function versionsOfKey(
  annotations: Readonly<Record<string, string>>,
): (key: string) => readonly string[] {
  return (key) => {
    if (key === `${group}/kept` || key === `${group}/kept2`)
      return Object.keys(JSON.parse(annotations[key] ?? "{}"));
    const [, version] = /\/kept\d*\.(v\d+)\./.exec(key) ?? [];
    return version === undefined ? [] : [version];
  };
}
