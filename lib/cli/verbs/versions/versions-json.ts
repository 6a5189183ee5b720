import type {
  ReasonAgainstRetiring,
  RetiringVersion,
} from "../../../evolve/reasons-against-retiring.ts";
import { namedVersions, type VersionReport } from "../../../evolve/version-report.ts";

/**
 * A report about one definition as `versions -o json` prints it. `end` is the version that the user asked to stop serving or to
 * remove, and `reasons` are the reasons against that; both are undefined if the user asked about no version.
 */
export function versionsJson(
  report: VersionReport,
  end: RetiringVersion | undefined,
  reasons: readonly ReasonAgainstRetiring[] | undefined,
): object {
  const { definition, objects, admission, requests, notRead } = report;
  const { versions: _, ...rest } = definition;
  return {
    ...rest,
    objects: objects.objects,
    ...(objects.fault !== undefined && { objectsFault: objects.fault }),
    versions: namedVersions(report).map((version) => versionJson(report, version)),
    notRead: [...notRead, ...("notRead" in requests ? [requests.notRead] : [])],
    admissionRules: admission.rules.map(({ covered: __, ...rule }) => rule),
    ...(end !== undefined && { check: { ...end, may: reasons?.length === 0, reasons } }),
  };
}

function versionJson(report: VersionReport, version: string): object {
  const { definition, objects, owned, requests } = report;
  const listed = definition.versions.find(({ name }) => name === version);
  const { name: _, ...flags } = listed ?? { served: false, storage: false, deprecated: false };
  return {
    name: version,
    isListed: listed !== undefined,
    ...flags,
    isStored: definition.storedVersions.includes(version),
    managedFields: [...(objects.writers.get(version)?.values() ?? [])],
    ownerReferences: owned.filter((each) => each.version === version),
    preserved: objects.preserved.get(version) ?? 0,
    ...("notRead" in requests
      ? {}
      : { requests: requests.get(version) ?? { requests: 0, watches: 0 } }),
  };
}
