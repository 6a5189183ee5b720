import type { CrdFacts } from "../../crd/crd-facts.ts";
import { type JsonObject, member } from "../../json/value.ts";
import type { Kind } from "../../kind/kind.ts";
import type { GroupVersionResource } from "../../protocol/admission-review.ts";
import { apiVersionOf, type GroupVersionKind, parseApiVersion } from "../../protocol/gvk.ts";
import { parseStructural } from "../../schema/structural/parse.ts";
import type { Structural } from "../../schema/structural/structural.ts";

/** The kinds and resources of a service, with their schemas. */
export interface DeclaredSchemas {
  /** The schema of a kind at a version; undefined if the service has no such kind or version. */
  schemaOf(gvk: GroupVersionKind): Structural | undefined;
  isResource(gvr: GroupVersionResource): boolean;
}

/** A schema without any field, for a version that the CRD no longer lists but that can still be converted. */
const emptySchema: Structural = {
  type: "object",
  nullable: false,
  x: { preserveUnknownFields: false, embeddedResource: false, intOrString: false },
};

/** The schema of autoscaling/v1 Scale, with the replicas only: labels are not recorded, and its selector has labels. */
const scale: Structural = parseStructural({
  type: "object",
  properties: Object.fromEntries(
    ["spec", "status"].map((half) => [
      half,
      { type: "object", properties: { replicas: { type: "integer" } } },
    ]),
  ),
}).structural;

/** The members of a kind that {@link declaredSchemas} reads. */
type DeclaringKind = Pick<Kind, "group" | "kind" | "resource" | "versions" | "crd">;

/** The schemas of the kinds. Each is parsed when it is first used. */
export function declaredSchemas(kinds: readonly DeclaringKind[]): DeclaredSchemas {
  const byType = new Map(
    kinds.flatMap(({ group, kind, versions, crd }) =>
      versions.map((version) => [gvkText({ group, version, kind }), { crd, version }] as const),
    ),
  );
  const resources = new Set(
    kinds.flatMap(({ group, resource, versions }) =>
      versions.map((version) => `${group}/${version}/${resource}`),
    ),
  );
  const parsed = new Map<string, Structural>();
  return {
    schemaOf: (gvk) => {
      const key = gvkText(gvk);
      const declared = byType.get(key);
      if (declared === undefined) return undefined;
      const structural = parsed.get(key) ?? structuralOf(declared.crd, declared.version);
      parsed.set(key, structural);
      return structural;
    },
    isResource: ({ group, version, resource }) => resources.has(`${group}/${version}/${resource}`),
  };
}

/** Adds autoscaling/v1 Scale, which is the type of objects in reviews of a scale subresource. */
export function withScale(schemas: DeclaredSchemas): DeclaredSchemas {
  const scaleKey = gvkText({ group: "autoscaling", version: "v1", kind: "Scale" });
  return {
    ...schemas,
    schemaOf: (gvk) => (gvkText(gvk) === scaleKey ? scale : schemas.schemaOf(gvk)),
  };
}

/** The group, version and kind of an object; undefined if its apiVersion or kind is missing or malformed. */
export function groupVersionKindOf(object: JsonObject): GroupVersionKind | undefined {
  const [apiVersion, kind] = [member(object, "apiVersion"), member(object, "kind")];
  if (typeof apiVersion !== "string" || typeof kind !== "string") return undefined;
  const groupVersion = parseApiVersion(apiVersion);
  return groupVersion === undefined ? undefined : { ...groupVersion, kind };
}

function gvkText(gvk: GroupVersionKind): string {
  return `${apiVersionOf(gvk)}/${gvk.kind}`;
}

function structuralOf({ versions }: CrdFacts, version: string): Structural {
  const schema = versions.find(({ name }) => name === version)?.schema;
  return schema === undefined ? emptySchema : parseStructural(schema).structural;
}
