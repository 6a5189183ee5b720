import type { JsonObject } from "../json/value.ts";
import { type AdmissionConfigurations, type AdmissionRules, rulesFor } from "./admission-rules.ts";
import { type ClusterReader, metadataPages, ReadError } from "./cluster-reader.ts";
import {
  type LiveDefinition,
  liveDefinition,
  objectsPath,
  readableVersion,
} from "./live-definition.ts";
import { addObject, type NamedVersions, noVersionsNamed } from "./named-versions.ts";
import type { OwnedObject, OwnerReferences } from "./owner-references.ts";
import { type RequestsByVersion, requestsIn } from "./version-requests.ts";

/** How the versions of one definition are used in a cluster. */
export interface VersionReport {
  readonly definition: LiveDefinition;
  readonly objects: ObjectsReport;
  readonly owned: readonly OwnedObject[];
  readonly admission: AdmissionRules;
  readonly requests: RequestsByVersion;
  /** A message for each part of the cluster that could not be read. */
  readonly notRead: readonly string[];
}

/** The versions that the metadata of a definition's objects names. */
export interface ObjectsReport extends NamedVersions {
  /** Why the objects, or some of them, could not be read. */
  readonly fault?: ObjectsFault;
}

/** Why objects could not be listed. */
export interface ObjectsFault {
  readonly message: string;
  /** Objects that the server can't convert, by their keys in etcd; only servers since 1.37 name them. */
  readonly keys: readonly string[];
}

/** What all reports on one cluster share, read once. */
export interface ClusterFacts {
  readonly references: OwnerReferences;
  readonly configurations: AdmissionConfigurations;
  /** The metrics as text, or why they could not be read. */
  readonly metrics: { readonly text: string } | { readonly notRead: string };
}

/** Reads the metadata of all objects of a definition, and selects the cluster's facts about this definition. */
export async function versionReport(
  reader: ClusterReader,
  crd: JsonObject,
  { references, configurations, metrics }: ClusterFacts,
): Promise<VersionReport> {
  const definition = liveDefinition(crd);
  const admission = rulesFor(configurations, definition);
  return {
    definition,
    objects: await objectsReport(reader, definition),
    owned: references.owned.filter(
      ({ group, kind }) => group === definition.group && kind === definition.kind,
    ),
    admission,
    requests: "text" in metrics ? requestsIn(metrics.text, definition) : metrics,
    notRead: [...references.notRead, ...admission.notRead],
  };
}

async function objectsReport(
  reader: ClusterReader,
  definition: LiveDefinition,
): Promise<ObjectsReport> {
  const found = noVersionsNamed();
  const version = readableVersion(definition);
  if (version === undefined) {
    return { ...found, fault: { message: "no version is served: nothing can be read", keys: [] } };
  }
  try {
    for await (const page of metadataPages(reader, objectsPath(definition, version))) {
      for (const object of page) addObject(found, object, definition.group);
    }
    return found;
  } catch (fault) {
    if (!(fault instanceof ReadError)) throw fault;
    return { ...found, fault: { message: fault.message, keys: fault.keys } };
  }
}

/** Every version in the report: first those in `spec.versions`, in that order, then all others that something names, sorted. */
export function namedVersions(report: VersionReport): readonly string[] {
  const { definition, objects, owned, admission } = report;
  const listed = definition.versions.map(({ name }) => name);
  const others = [
    ...definition.storedVersions,
    ...objects.writers.keys(),
    ...objects.preserved.keys(),
    ...owned.map(({ version }) => version),
    ...admission.rules.flatMap(({ versions }) => versions),
  ];
  return [...new Set([...listed, ...others.filter((version) => version !== "*").sort()])];
}
