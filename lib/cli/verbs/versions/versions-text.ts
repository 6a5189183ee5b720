import { storageVersion } from "../../../evolve/live-definition.ts";
import type { VersionWriter } from "../../../evolve/named-versions.ts";
import type {
  ReasonAgainstRetiring,
  RetiringVersion,
} from "../../../evolve/reasons-against-retiring.ts";
import { namedVersions, type VersionReport } from "../../../evolve/version-report.ts";
import { counted } from "../../../json/counted.ts";
import { alignedCells } from "../../terminal/aligned-cells.ts";
import { printable } from "../../terminal/printable.ts";

const heads = [
  "VERSION",
  "SERVED",
  "STORAGE",
  "DEPRECATED",
  "STORED",
  "MANAGED FIELDS",
  "OWNER REFS",
  "ADMISSION RULES",
  "PRESERVED",
  "REQUESTS",
  "WATCHES",
];

/** A table of a definition's versions, and below it the clients, objects and webhooks that name each version. */
export function versionsText(report: VersionReport, release: string): string {
  const { definition, objects } = report;
  const { name, storedVersions, conversion, owner, migration } = definition;
  const rows = namedVersions(report).map((version) => cellsOf(report, version));
  const by = owner === undefined ? "" : `, applied by ${owner.name} (${owner.evidence})`;
  const lines = [
    `${name}: ${counted(objects.objects, "object")}, storedVersions ${storedVersions.join(", ")}, conversion ${conversion}, kube-apiserver ${release}${by}`,
    ...(migration === undefined ? [] : [`StorageVersionMigration: ${migration.state}`]),
    "",
    ...alignedCells([heads, ...rows], "  "),
    "",
    ...detailLines(report),
  ];
  return printable(lines.join("\n").trimEnd());
}

function cellsOf(report: VersionReport, version: string): readonly string[] {
  const { definition, objects, owned, admission, requests } = report;
  const listed = definition.versions.find(({ name }) => name === version);
  const flag = (value: boolean | undefined): string =>
    value === undefined ? "gone" : value ? "yes" : "no";
  const counts = "notRead" in requests ? undefined : requests.get(version);
  const unknown = "notRead" in requests ? "?" : "0";
  return [
    version,
    flag(listed?.served),
    flag(listed?.storage),
    flag(listed?.deprecated),
    definition.storedVersions.includes(version) ? "yes" : "no",
    entriesAt(report, version),
    String(owned.filter((each) => each.version === version).length),
    String(admission.rules.filter(({ versions }) => versions.includes(version)).length),
    String(objects.preserved.get(version) ?? 0),
    counts === undefined ? unknown : String(counts.requests),
    counts === undefined ? unknown : String(counts.watches),
  ];
}

/** The number of managedFields entries that name a version. */
function entriesAt({ objects }: VersionReport, version: string): string {
  const writers = [...(objects.writers.get(version)?.values() ?? [])];
  return String(writers.reduce((sum, writer) => sum + writer.objects, 0));
}

function detailLines(report: VersionReport): readonly string[] {
  const { definition, objects, owned, admission, requests, notRead } = report;
  const writers = namedVersions(report).flatMap((version) =>
    [...(objects.writers.get(version)?.values() ?? [])].map((writer) =>
      writerLine(version, writer),
    ),
  );
  const references = new Map<string, number>();
  for (const { version, resource } of owned) {
    const key = `ownerReferences at ${version}: ${resource}`;
    references.set(key, (references.get(key) ?? 0) + 1);
  }
  const rules = admission.rules.map(({ resource, name, webhook, versions }) => {
    const of = webhook === undefined ? "" : `, webhook ${webhook}`;
    return `admission at ${versions.join(", ")}: ${resource} ${name}${of}`;
  });
  const { fault } = objects;
  return [
    ...writers,
    ...[...references].map(([text, count]) => `${text}, ${counted(count, "object")}`),
    ...rules,
    ...(fault === undefined ? [] : [`objects can't be read: ${fault.message}`, ...fault.keys]),
    ...("notRead" in requests ? [`not read: ${requests.notRead}`] : []),
    ...notRead.map((line) => `not read: ${line}`),
    ...(definition.storedVersions.includes(storageVersion(definition))
      ? []
      : [
          "status.storedVersions lacks the storage version: the API server adds it when the definition is next changed",
        ]),
  ];
}

function writerLine(version: string, writer: VersionWriter): string {
  const { manager, operation, objects, last } = writer;
  const when = last === undefined ? "" : `, last ${last}`;
  return `managedFields at ${version}: ${manager} (${operation}), ${counted(objects, "object")}${when}`;
}

/** Whether a version may be removed or stop being served: each reason against it and its remedy, or that there is none. */
export function reasonsText(
  { definition }: VersionReport,
  { version, end }: RetiringVersion,
  reasons: readonly ReasonAgainstRetiring[],
): string {
  const what = end === "remove" ? "be removed" : "stop being served";
  if (reasons.length === 0) {
    const claim =
      end === "remove"
        ? ". status.storedVersions does not list it; but anyone may have edited that list, so objects may still be stored at it"
        : "";
    return `${definition.name}: ${version} may ${what}: no reason against it was found${claim}`;
  }
  const lines = reasons.flatMap(({ because, remedy }) => [
    `${version} may not ${what}, because ${because}`,
    `  ${remedy}`,
  ]);
  return printable([`${definition.name}:`, ...lines].join("\n"));
}
