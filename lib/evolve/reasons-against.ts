import type { AdmissionRule } from "./admission-rules.ts";
import { type LiveDefinition, storageVersion, successorOf } from "./live-definition.ts";
import type { VersionWriter } from "./named-versions.ts";
import {
  entryRemedy,
  migrationRemedy,
  type Remedies,
  referenceRemedy,
  ruleRemedy,
  trimRemedy,
  unserveRemedy,
} from "./remedies.ts";
import type { VersionReport } from "./version-report.ts";

/** Why a version may not stop being served, or be removed, and what fixes it. */
export interface Reason {
  /** Follows "because": what is wrong and where. */
  readonly because: string;
  /** A command, or what else is to be done. */
  readonly remedy: string;
}

/** A version that is to be unserved or removed. */
export interface VersionEnd {
  readonly version: string;
  readonly end: "unserve" | "remove";
  /** Writes at the version after this time (RFC 3339) show a client that still uses it. */
  readonly quietSince: string;
}

/**
 * All reasons against unserving or removing a version; an empty list means that none was found. Whatever could not be read is
 * a reason too. The effect behind each reason was measured on kube-apiserver 1.36 and 1.37.
 */
export function reasonsAgainst(
  report: VersionReport,
  wanted: VersionEnd,
  remedies: Remedies,
): readonly Reason[] {
  return [
    ...reasonsOfDefinition(report, wanted, remedies),
    ...reasonsOfClients(report, wanted),
    ...reasonsOfObjects(report, wanted, remedies),
    ...reasonsOfReferences(report, wanted, remedies),
    ...reasonsOfRules(report, wanted, remedies),
    ...report.notRead.map((line) => ({
      because: `nothing is known about what could not be read: ${line}`,
      remedy: "read it with a user who may list it, and run this again",
    })),
  ];
}

function reasonsOfDefinition(
  { definition }: VersionReport,
  { version, end }: VersionEnd,
  remedies: Remedies,
): readonly Reason[] {
  const { versions, storedVersions, migration } = definition;
  const own = versions.find(({ name }) => name === version);
  const others = versions.filter(({ name }) => name !== version);
  const reasons: Reason[] = [];
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
      because: `objects are stored at ${version}`,
      remedy: `customhouse plan ${definition.name} --storage ${successor} --kinds DIR${remedies.cluster}`,
    });
  }
  if (own?.served === true && own.storage === false) {
    reasons.push({
      because: `${version} is still served`,
      remedy: `once --check-unserve ${version} finds nothing: ${unserveRemedy(definition, version, remedies)}`,
    });
  }
  if (storedVersions.includes(version) && own?.storage !== true) {
    reasons.push({
      because: `storedVersions has ${version}: objects may still be stored so`,
      remedy: `${migrationRemedy(definition, remedies)}, and then, if every object was rewritten: ${trimRemedy(definition, remedies)}`,
    });
  } else if (migration?.state === "failed") {
    reasons.push({
      because: `the last StorageVersionMigration failed, which trims storedVersions all the same: objects may still be stored at ${version}`,
      remedy: `${migrationRemedy(definition, remedies)}, and then, if every object was rewritten: ${trimRemedy(definition, remedies)}`,
    });
  } else if (migration?.state === "running") {
    reasons.push({
      because: "a StorageVersionMigration is running",
      remedy: "wait for its end",
    });
  }
  return reasons;
}

function reasonsOfClients(
  { objects, requests, definition }: VersionReport,
  { version, quietSince }: VersionEnd,
): readonly Reason[] {
  const reasons: Reason[] = [];
  for (const { manager, last, examples } of writersAt(objects.writers, version)) {
    if (last !== undefined && last <= quietSince) continue;
    const { name = "", namespace } = examples[0] ?? {};
    const object = namespace === undefined ? name : `${namespace}/${name}`;
    reasons.push({
      because: `${manager} wrote at ${version} ${last === undefined ? "at a time that managedFields does not tell" : `on ${last}`} (${definition.plural} ${object} and perhaps others)`,
      remedy: `let ${manager} write at another version; --quiet-days says how long ago the last write must be`,
    });
  }
  if ("notRead" in requests) {
    reasons.push({
      because: `nothing is known about open watches at ${version}: ${requests.notRead}`,
      remedy: "read the metrics with a user who may get /metrics, and run this again",
    });
  }
  const watches = "notRead" in requests ? 0 : (requests.get(version)?.watches ?? 0);
  if (watches > 0) {
    reasons.push({
      because: `${watches} open ${watches === 1 ? "watch is" : "watches are"} at ${version}: a client that is refused keeps its old state`,
      remedy: `find the client in the audit log, by requestURI /apis/${definition.group}/${version}/, and change it`,
    });
  }
  return reasons;
}

function reasonsOfObjects(
  { objects, definition }: VersionReport,
  { version, end }: VersionEnd,
  remedies: Remedies,
): readonly Reason[] {
  const { fault } = objects;
  const reasons: Reason[] = [];
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
      because: `managedFields of ${writer.objects} of ${objects.objects} ${definition.plural} have entries at ${version} by ${writer.manager} (${writer.operation}): after the removal every server-side apply of them fails`,
      remedy: entryRemedy(definition, writer, {
        ...remedies,
        to: laterVersion(definition, version),
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
  { version }: VersionEnd,
  remedies: Remedies,
): readonly Reason[] {
  const naming = owned.filter((each) => each.version === version);
  const [first] = naming;
  if (first === undefined) return [];
  const { resource, name, namespace } = first;
  const object = namespace === undefined ? name : `${namespace}/${name}`;
  return [
    {
      because: `ownerReferences of ${naming.length} objects name ${version}, such as ${resource} ${object}: the garbage collector would delete such an object while its owner lives, or never`,
      remedy: `change what creates them, and for each: ${referenceRemedy(definition, first, { ...remedies, to: laterVersion(definition, version) })}`,
    },
  ];
}

function reasonsOfRules(
  { admission, definition }: VersionReport,
  { version, end }: VersionEnd,
  remedies: Remedies,
): readonly Reason[] {
  const others = definition.versions
    .filter(({ name, served }) => name !== version && served)
    .map(({ name }) => name);
  const covers = (names: readonly string[]): boolean =>
    names.includes("*") || others.some((other) => names.includes(other));
  return admission.rules
    .filter(({ versions, covered }) => versions.includes(version) && !covers(covered))
    .map((rule) => ({
      because: `${rulePlace(rule)} names ${version} and no other served version: ${end === "remove" ? "it would no longer be asked" : "once the version is removed it would not be asked"}, without an error`,
      remedy: ruleRemedy(rule, laterVersion(definition, version), remedies),
    }));
}

/** The version to name instead of one that ends. */
function laterVersion(definition: LiveDefinition, version: string): string {
  return successorOf(definition, version) ?? storageVersion(definition);
}

function rulePlace({ resource, name, webhook }: AdmissionRule): string {
  return `${resource} ${name}${webhook === undefined ? "" : ` (webhook ${webhook})`}`;
}
