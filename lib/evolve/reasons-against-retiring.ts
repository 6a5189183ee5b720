import { counted } from "../json/counted.ts";
import type { AdmissionRule } from "./admission-rules.ts";
import {
  admissionRuleCommand,
  type ClusterFlags,
  managedFieldsCommand,
  migrateObjectsCommand,
  ownerReferenceCommand,
  trimStoredVersionsCommand,
  unserveCommand,
} from "./kubectl-commands.ts";
import { type LiveDefinition, storageVersion, successorOf } from "./live-definition.ts";
import type { VersionWriter } from "./named-versions.ts";
import type { VersionReport } from "./version-report.ts";

/** A reason against unserving or removing a version. */
export interface ReasonAgainstRetiring {
  /** What is wrong and where. Messages print it after "because". */
  readonly because: string;
  /** What removes the reason: a shell command or an instruction in words. */
  readonly remedy: string;
}

/** A version that is to be unserved or removed. */
export interface RetiringVersion {
  readonly version: string;
  readonly end: "unserve" | "remove";
  /** Writes at the version after this time (RFC 3339) show a client that still uses it. */
  readonly quietSince: string;
}

/**
 * All reasons against unserving or removing a version; an empty list means that none was found. What could not be read is
 * a reason too. The effects that the reasons name were measured on kube-apiserver 1.36 and 1.37.
 */
export function reasonsAgainstRetiring(
  report: VersionReport,
  wanted: RetiringVersion,
  clusterFlags: ClusterFlags,
): readonly ReasonAgainstRetiring[] {
  return [
    ...reasonsOfDefinition(report, wanted, clusterFlags),
    ...reasonsOfClients(report, wanted),
    ...reasonsOfObjects(report, wanted, clusterFlags),
    ...reasonsOfReferences(report, wanted, clusterFlags),
    ...reasonsOfRules(report, wanted, clusterFlags),
    ...report.notRead.map((line) => ({
      because: `a part of the cluster could not be read: ${line}`,
      remedy: "make it readable (a user needs the list permission), and run this again",
    })),
  ];
}

function reasonsOfDefinition(
  { definition }: VersionReport,
  { version, end }: RetiringVersion,
  clusterFlags: ClusterFlags,
): readonly ReasonAgainstRetiring[] {
  const { versions, storedVersions, migration } = definition;
  const own = versions.find(({ name }) => name === version);
  const others = versions.filter(({ name }) => name !== version);
  const reasons: ReasonAgainstRetiring[] = [];
  if (own?.served === true && !others.some(({ served }) => served)) {
    reasons.push({
      because: "no other version is served",
      remedy: "serve another version first",
    });
  }
  if (end === "unserve") return reasons;
  const successor = successorOf(definition, version);
  if (own?.storage === true && successor !== undefined) {
    reasons.push({
      because: `${version} is the storage version`,
      remedy: `customhouse plan ${definition.name} --storage ${successor} --kinds DIR${clusterFlags.flags}`,
    });
  }
  if (own?.served === true && own.storage === false) {
    reasons.push({
      because: `${version} is still served`,
      remedy: `once customhouse versions --check-unserve ${version} finds no reason against it: ${unserveCommand(definition, version, clusterFlags)}`,
    });
  }
  if (storedVersions.includes(version) && own?.storage !== true) {
    reasons.push({
      because: `storedVersions lists ${version}: objects may still be stored at it`,
      remedy: `${migrateObjectsCommand(definition, clusterFlags)}, and then, if every object was rewritten: ${trimStoredVersionsCommand(definition, clusterFlags)}`,
    });
  } else if (migration?.state === "failed") {
    reasons.push({
      because: `the last StorageVersionMigration failed, but may have trimmed storedVersions: objects may still be stored at ${version}`,
      remedy: `${migrateObjectsCommand(definition, clusterFlags)}, and then, if every object was rewritten: ${trimStoredVersionsCommand(definition, clusterFlags)}`,
    });
  } else if (migration?.state === "running") {
    reasons.push({
      because: "a StorageVersionMigration is running",
      remedy: "wait until it ends, and run this again",
    });
  }
  return reasons;
}

function reasonsOfClients(
  { objects, requests, definition }: VersionReport,
  { version, quietSince }: RetiringVersion,
): readonly ReasonAgainstRetiring[] {
  const reasons: ReasonAgainstRetiring[] = [];
  for (const { manager, last, examples } of writersAt(objects.writers, version)) {
    if (last !== undefined && last <= quietSince) continue;
    const { name = "", namespace } = examples[0] ?? {};
    const object = namespace === undefined ? name : `${namespace}/${name}`;
    reasons.push({
      because: `${manager} wrote at ${version} ${last === undefined ? "at a time that managedFields does not record" : `on ${last}`} (${definition.plural} ${object} and perhaps others)`,
      remedy: `make ${manager} write at another version; a write that is more than --quiet-days days old does not count`,
    });
  }
  if ("notRead" in requests) {
    reasons.push({
      because: `open watches at ${version} could not be counted: ${requests.notRead}`,
      remedy: "run this again as a user who may get /metrics",
    });
  }
  const watches = "notRead" in requests ? 0 : (requests.get(version)?.watches ?? 0);
  if (watches > 0) {
    reasons.push({
      because: `${watches} ${watches === 1 ? "watch is" : "watches are"} open at ${version}: once it is not served, their clients no longer see changes`,
      remedy: `find the client in the audit log, by requestURI /apis/${definition.group}/${version}/, and make it use another version; if it is kube-controller-manager, whose garbage collector keeps the watch of a version that was preferred before, restart it`,
    });
  }
  return reasons;
}

function reasonsOfObjects(
  { objects, definition }: VersionReport,
  { version, end }: RetiringVersion,
  clusterFlags: ClusterFlags,
): readonly ReasonAgainstRetiring[] {
  const { fault } = objects;
  const reasons: ReasonAgainstRetiring[] = [];
  if (fault !== undefined) {
    const named = fault.keys.length === 0 ? "" : ` (${fault.keys.join(", ")})`;
    reasons.push({
      because: `objects can't be read${named}: ${fault.message}`,
      remedy:
        "fix the webhook; if it refuses an object, make that object's version the storage version again, correct or delete the object at that version, and then restore the storage version",
    });
  }
  if (end === "unserve") return reasons;
  for (const writer of writersAt(objects.writers, version)) {
    reasons.push({
      because: `managedFields of ${writer.objects} of ${objects.objects} ${definition.plural} have entries at ${version} by ${writer.manager} (${writer.operation}): once ${version} is removed, every server-side apply of these objects fails`,
      remedy: managedFieldsCommand(definition, writer, {
        ...clusterFlags,
        to: replacementVersion(definition, version),
      }),
    });
  }
  return reasons;
}

function writersAt(
  writers: ReadonlyMap<string, ReadonlyMap<string, VersionWriter>>,
  version: string,
): readonly VersionWriter[] {
  return [...(writers.get(version)?.values() ?? [])];
}

function reasonsOfReferences(
  { owned, definition }: VersionReport,
  { version }: RetiringVersion,
  clusterFlags: ClusterFlags,
): readonly ReasonAgainstRetiring[] {
  const naming = owned.filter((each) => each.version === version);
  const [first] = naming;
  if (first === undefined) return [];
  const { resource, name, namespace } = first;
  const object = namespace === undefined ? name : `${namespace}/${name}`;
  return [
    {
      because: `ownerReferences of ${counted(naming.length, "object")} name ${version}, for example ${resource} ${object}: once ${version} is not served, the garbage collector considers the owner missing: it deletes new objects although their owner exists, and never deletes older objects`,
      remedy: `change what creates these objects, and run for each: ${ownerReferenceCommand(definition, first, { ...clusterFlags, to: replacementVersion(definition, version) })}`,
    },
  ];
}

function reasonsOfRules(
  { admission, definition }: VersionReport,
  { version }: RetiringVersion,
  clusterFlags: ClusterFlags,
): readonly ReasonAgainstRetiring[] {
  const others = definition.versions
    .filter(({ name, served }) => name !== version && served)
    .map(({ name }) => name);
  const coversVersions = (names: readonly string[]): boolean =>
    names.includes("*") || others.some((other) => names.includes(other));
  return admission.rules
    .filter(({ versions, covered }) => versions.includes(version) && !coversVersions(covered))
    .map((rule) => ({
      because: `${rulePlace(rule)} names ${version} and no other served version: once ${version} is removed, the API server skips it without an error`,
      remedy: admissionRuleCommand(rule, replacementVersion(definition, version), clusterFlags),
    }));
}

/** The version that references should name instead of `version`: the successor, or else the storage version. */
function replacementVersion(definition: LiveDefinition, version: string): string {
  return successorOf(definition, version) ?? storageVersion(definition);
}

function rulePlace({ resource, name, webhook }: AdmissionRule): string {
  return `${resource} ${name}${webhook === undefined ? "" : ` (webhook ${webhook})`}`;
}
