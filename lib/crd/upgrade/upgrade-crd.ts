import { listAt, mapAt } from "../../json/members.ts";
import { isArray, isObject, type JsonObject, type JsonValue, member } from "../../json/value.ts";
import { joinedMessage } from "../../schema/field-error/field-message.ts";
import { parseStructural } from "../../schema/structural/parse.ts";
import { upgradeConversion } from "./upgrade-conversion.ts";
import { keepingUnknownFields } from "./upgrade-schema.ts";

/** A change that the upgrade made, or a problem that the user must solve. */
export interface UpgradeNote {
  /** A path in the old definition; empty for the whole definition. */
  readonly path: string;
  readonly text: string;
}

/** A definition of apiextensions.k8s.io/v1, with notes on its differences from the old definition. */
export interface UpgradedCrd {
  readonly crd: JsonObject;
  readonly notes: readonly UpgradeNote[];
}

type AddNote = (path: string, text: string) => void;

/**
 * Rewrites a CustomResourceDefinition of apiextensions.k8s.io/v1beta1 as v1: copies values that all versions share to
 * each version, and writes out defaults that v1 does not have. A schema that is not structural then gets a note that v1
 * refuses it.
 *
 * Drops the status, and values that v1beta1 itself does not allow (a shared schema beside one of a version). A
 * definition of v1 is returned unchanged without a note, any other map unchanged with a note. Never throws.
 * Source:
 * https://github.com/kubernetes/apiextensions-apiserver/blob/2e78d6fca8b2/pkg/apis/apiextensions/v1beta1/defaults.go,
 * v1/conversion.go.
 */
export function upgradeCrd(value: JsonValue): UpgradedCrd {
  const crd = isObject(value) ? value : {};
  const apiVersion = member(crd, "apiVersion");
  if (apiVersion === "apiextensions.k8s.io/v1") return { crd, notes: [] };
  const notes: UpgradeNote[] = [];
  if (apiVersion !== "apiextensions.k8s.io/v1beta1" || !isObject(member(crd, "spec"))) {
    return { crd, notes: [{ path: "", text: "not a definition of apiextensions.k8s.io/v1beta1" }] };
  }
  const addNote: AddNote = (path, text) => notes.push({ path, text });
  const { status, ...rest } = crd;
  if (status !== undefined) addNote("status", "dropped: the server writes it");
  const spec = upgradeSpec(mapAt(crd, "spec"), addNote);
  return { crd: { ...rest, apiVersion: "apiextensions.k8s.io/v1", spec }, notes };
}

/** Fields of the spec that are moved to each version, with their names in v1. */
const movedFields = [
  ["validation", "schema"],
  ["subresources", "subresources"],
  ["additionalPrinterColumns", "additionalPrinterColumns"],
  ["selectableFields", "selectableFields"],
] as const;

const removedFields: ReadonlySet<string> = new Set([
  "version",
  "preserveUnknownFields",
  ...movedFields.map(([name]) => name),
]);

function upgradeSpec(spec: JsonObject, addNote: AddNote): JsonObject {
  const rest = Object.entries(spec).filter(([name]) => !removedFields.has(name));
  if (member(spec, "scope") === undefined)
    addNote("spec.scope", "set to Namespaced, the default of v1beta1");
  const conversion = member(spec, "conversion");
  const keepsUnknown = member(spec, "preserveUnknownFields") !== false;
  if (keepsUnknown) addNote("spec.preserveUnknownFields", keepsUnknownText);
  const versions = upgradedVersions(spec, addNote).map((version, index) =>
    upgradeVersion(version, index, spec, keepsUnknown, addNote),
  );
  return {
    scope: "Namespaced",
    ...Object.fromEntries(rest),
    versions,
    ...(isObject(conversion) && { conversion: upgradeConversion(conversion, addNote) }),
  };
}

const keepsUnknownText =
  "was true, the default of v1beta1, which v1 does not allow: x-kubernetes-preserve-unknown-fields was added to each object in the schemas; remove it where unknown fields should be pruned";

/** The versions of the spec, or the one version named by `spec.version`. */
function upgradedVersions(spec: JsonObject, addNote: AddNote): readonly JsonObject[] {
  const name = member(spec, "version");
  const versions = listAt(spec, "versions").filter(isObject);
  const [first] = versions;
  if (typeof name !== "string") return versions;
  if (first === undefined) {
    addNote("spec.version", `moved to spec.versions: ${name} is served and stored`);
    return [{ name, served: true, storage: true }];
  }
  const isFirst = member(first, "name") === name;
  addNote("spec.version", isFirst ? "dropped: the first version has this name" : notFirst(name));
  return versions;
}

function notFirst(name: string): string {
  return `dropped: v1beta1 requires ${name} to be the first of spec.versions, and it is not; the versions are copied as they are: check which has storage: true`;
}

function upgradeVersion(
  version: JsonObject,
  index: number,
  spec: JsonObject,
  keepsUnknown: boolean,
  addNote: AddNote,
): JsonObject {
  const path = `spec.versions[${index}]`;
  const {
    schema,
    additionalPrinterColumns: columns,
    ...rest
  } = {
    ...commonParts(version, path, spec, addNote),
    ...version,
  };
  return {
    ...rest,
    schema: upgradeSchema(schema, path, keepsUnknown, addNote),
    ...(isArray(columns) && { additionalPrinterColumns: columns.map(upgradeColumn) }),
  };
}

/**
 * The shared fields of the old spec that a version does not have itself, under their names in v1. Adds a note for each.
 */
function commonParts(
  version: JsonObject,
  path: string,
  spec: JsonObject,
  addNote: AddNote,
): { readonly [name: string]: JsonValue } {
  const parts = movedFields.flatMap(([name, own]) => {
    const value = member(spec, name);
    if (value === undefined || value === null) return [];
    const isOwn = member(version, own) !== undefined;
    addNote(
      `spec.${name}`,
      isOwn ? `dropped: ${path} has its own value` : `moved to ${path}.${own}`,
    );
    return isOwn ? [] : [[own, value] as const];
  });
  return Object.fromEntries(parts);
}

function upgradeSchema(
  schema: JsonValue | undefined,
  path: string,
  keepsUnknown: boolean,
  addNote: AddNote,
): JsonObject {
  const openApi = isObject(schema) ? member(schema, "openAPIV3Schema") : undefined;
  if (!isObject(openApi)) {
    addNote(`${path}.schema`, "v1 requires a schema: one that allows any object was added");
    return {
      openAPIV3Schema: { type: "object", "x-kubernetes-preserve-unknown-fields": true },
    };
  }
  const upgraded = keepsUnknown ? keepingUnknownFields(openApi) : openApi;
  noteViolations(openApi, upgraded, `${path}.schema.openAPIV3Schema`, addNote);
  return { openAPIV3Schema: upgraded };
}

const lost =
  "without a structural schema there is no pruning, no defaults, no rules, no x-kubernetes extensions, no conversion webhook and no published OpenAPI schema";

function noteViolations(
  schema: JsonObject,
  upgraded: JsonObject,
  path: string,
  addNote: AddNote,
): void {
  const left = violationsOf(upgraded, path);
  if (left !== "") {
    addNote(path, `not structural, v1 refuses it (${lost}): ${left}`);
    return;
  }
  const before = violationsOf(schema, path);
  if (before !== "") addNote(path, `was not structural (${lost}): ${before}`);
}

/** The server's reasons why a schema is not structural; empty if it is structural. */
function violationsOf(schema: JsonObject, path: string): string {
  const { errors, unsupported } = parseStructural(schema, { path });
  const all = unsupported === undefined ? errors : [unsupported];
  return all.length === 0 ? "" : joinedMessage(all);
}

function upgradeColumn(column: JsonValue): JsonValue {
  if (!isObject(column)) return column;
  const { JSONPath, ...rest } = column;
  return JSONPath === undefined ? column : { ...rest, jsonPath: JSONPath };
}
