import { sortVersions } from "../../crd/version-order.ts";
import { mapAt, mapsIn, textsIn } from "../../json/members.ts";
import { type JsonObject, member } from "../../json/value.ts";
import { type Path, pathText, startsWith } from "../../lens/language/path.ts";
import { propertyChanges } from "./property-changes.ts";
import { type SchemaProperty, schemaProperties } from "./schema-properties.ts";

/** An incompatible change from one definition to another. */
export interface Incompatibility {
  /** The name of the check. */
  readonly check: string;
  /** The changed version; both versions (older first) if two served versions differ; empty for the definition as a whole. */
  readonly versions: readonly [] | readonly [string] | readonly [string, string];
  /** The path of the property from the object's root; `.` for the root, and for a change of the version or definition. */
  readonly path: string;
  readonly text: string;
}

/**
 * The incompatible changes from BASE to HEAD: of the definition as a whole, of each version in both, and differences between
 * two served versions of HEAD that BASE does not have. The checks are those of crdify, and one more: whether a version is no
 * longer served.
 */
export function compareDefinitions(base: JsonObject, head: JsonObject): readonly Incompatibility[] {
  const known = new Set(servedDifferences(base).map(incompatibilityKey));
  const newerSchemas = schemasOf(head);
  return [
    ...definitionChanges(base, head),
    ...[...schemasOf(base)].flatMap(([version, schema]) => {
      const newer = newerSchemas.get(version);
      return newer === undefined ? [] : schemaChanges(schema, newer, [version]);
    }),
    ...servedDifferences(head).filter((each) => !known.has(incompatibilityKey(each))),
  ];
}

function incompatibilityKey({ check, versions, path, text }: Incompatibility): string {
  return [check, ...versions, path, text].join(" ");
}

function definitionChanges(base: JsonObject, head: JsonObject): readonly Incompatibility[] {
  const [before, after] = [base, head].map((crd) => String(member(mapAt(crd, "spec"), "scope")));
  const listed = new Set(definitionVersions(head).map(({ name }) => name));
  const gone = textsIn(member(mapAt(base, "status"), "storedVersions")).filter(
    (version) => !listed.has(version),
  );
  const whole = { versions: [], path: "." } as const;
  const stillServed = new Set(servedNames(head));
  return [
    ...(before === after
      ? []
      : [{ ...whole, check: "scope", text: `scope changed from ${before} to ${after}` }]),
    ...gone.map((version) => ({
      ...whole,
      check: "storedVersionRemoval",
      text: `${version} is in status.storedVersions, but spec.versions no longer lists it`,
    })),
    ...servedNames(base)
      .filter((version) => !stillServed.has(version))
      .map((version) => ({
        ...whole,
        check: "servedVersionRemoval",
        text: `${version} is no longer served: requests at ${version} get 404`,
      })),
  ];
}

function servedNames(crd: JsonObject): readonly string[] {
  return definitionVersions(crd).flatMap(({ name, served }) => (served ? [name] : []));
}

interface NamedVersion {
  readonly name: string;
  readonly served: boolean;
  readonly schema: JsonObject;
}

function definitionVersions(crd: JsonObject): readonly NamedVersion[] {
  return mapsIn(member(mapAt(crd, "spec"), "versions")).map((version) => ({
    name: String(member(version, "name")),
    served: member(version, "served") === true,
    schema: mapAt(mapAt(version, "schema"), "openAPIV3Schema"),
  }));
}

function schemasOf(crd: JsonObject): ReadonlyMap<string, JsonObject> {
  return new Map(definitionVersions(crd).map(({ name, schema }) => [name, schema]));
}

/** The differences between any two served versions of one definition, as changes from the older to the newer version. */
function servedDifferences(crd: JsonObject): readonly Incompatibility[] {
  const schemas = schemasOf(crd);
  const served = definitionVersions(crd).filter((version) => version.served);
  // sortVersions puts the server's preferred version first; that one counts as the newest.
  const names = sortVersions(served.map(({ name }) => name)).reverse();
  return names.flatMap((older, index) =>
    names
      .slice(index + 1)
      .flatMap((newer) =>
        schemaChanges(schemas.get(older) ?? {}, schemas.get(newer) ?? {}, [older, newer]),
      ),
  );
}

function schemaChanges(
  older: JsonObject,
  newer: JsonObject,
  versions: Incompatibility["versions"],
): readonly Incompatibility[] {
  const after = schemaProperties(newer);
  const removed: Path[] = [];
  return [...schemaProperties(older)].flatMap(([path, property]) => {
    const now = after.get(path);
    if (now !== undefined) return changesAt(property, now, versions);
    if (removed.some((above) => startsWith(property.path, above))) return [];
    removed.push(property.path);
    return [{ check: "existingFieldRemoval", versions, path, text: "field removed" }];
  });
}

function changesAt(
  { path, schema }: SchemaProperty,
  now: SchemaProperty,
  versions: Incompatibility["versions"],
): readonly Incompatibility[] {
  return propertyChanges(schema, now.schema).map(({ check, text, member: name }) => ({
    check,
    versions,
    path: pathText(name === undefined ? path : [...path, name]),
    text,
  }));
}
