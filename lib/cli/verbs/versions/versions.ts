import { clusterFacts } from "../../../evolve/cluster-facts.ts";
import { bodyAt, type ClusterReader, pagesOf } from "../../../evolve/cluster-reader.ts";
import { definitionsPath, liveDefinition } from "../../../evolve/live-definition.ts";
import {
  type ReasonAgainstRetiring,
  type RetiringVersion,
  reasonsAgainstRetiring,
} from "../../../evolve/reasons-against-retiring.ts";
import {
  namedVersions,
  type VersionReport,
  versionReport,
} from "../../../evolve/version-report.ts";
import { type JsonObject, member } from "../../../json/value.ts";
import { type Command, type Invocation, textOption, UsageError } from "../../command.ts";
import { outputForm, outputOption, textOrJson } from "../../output-form.ts";
import { clusterDefinition } from "../../server/cluster-definition.ts";
import {
  clusterFlagsOf,
  clusterOptions,
  clusterOptionsHelp,
  namedCluster,
  requestedCluster,
  withCluster,
} from "../../server/requested-cluster.ts";
import { retryingReader } from "../../server/retrying-reader.ts";
import { maskKeys } from "../manifests/key-mask.ts";
import { defaultQuietDays, parseQuietDays, quietSinceOf } from "./quiet-days.ts";
import { withReadErrorsAsUsageErrors } from "./read-errors.ts";
import { versionsJson } from "./versions-json.ts";
import { reasonsText, versionsText } from "./versions-text.ts";

/** The command `versions`: prints how a cluster uses the versions of its CRDs, and whether one may be retired. */
export const versions: Command = {
  help: `usage: customhouse versions [CRD...] [--check-unserve VERSION | --check-remove VERSION] [options]

Reads a cluster and prints for each named CustomResourceDefinition, such as crontabs.stable.example.com: its versions and
their flags, storedVersions, the number of objects, the versions that managedFields and ownerReferences name and for whom,
admission rules that name a version, preserved values, the requests at each version since the API server started, its open
watches, and the tool that applies the definition. Without a name, it prints every definition with several versions. It
works with any conversion webhook. Nothing is changed. Lists are read page by page, without the objects' contents.

  --check-unserve VERSION, --check-remove VERSION
                    print whether the version may stop being served, or be removed: each reason against it, and a remedy
  --quiet-days N    a client that wrote at the version in the last N days still uses it (default: ${defaultQuietDays})
${clusterOptionsHelp}
  -o, --output text|json
                    the form of the result (default: text)

example: customhouse versions crontabs.stable.example.com --check-remove v1beta1
exit code: 0 printed, or no reason against it found; 1 there is a reason; 2 wrong usage, or the cluster can't be read`,
  forms: textOrJson,
  options: {
    ...clusterOptions,
    ...outputOption,
    "check-unserve": { type: "string" },
    "check-remove": { type: "string" },
    "quiet-days": { type: "string" },
  },
  run: async (invocation) => {
    const form = outputForm(invocation, textOrJson) ?? "text";
    const end = requestedEnd(invocation);
    const { cluster } = await namedCluster(requestedCluster(invocation));
    const { release, reports } = await withCluster(cluster, async (api) =>
      withReadErrorsAsUsageErrors(() => readReports(retryingReader(api), invocation.words)),
    );
    for (const report of reports) requireVersion(report, end);
    const judged = reports.map((report) => ({
      report,
      reasons: end && reasonsAgainstRetiring(report, end, clusterFlagsOf(cluster)),
    }));
    printVersions(invocation, { form, release, end, judged });
    return judged.some(({ reasons = [] }) => reasons.length > 0) ? 1 : 0;
  },
};

function requestedEnd(invocation: Invocation): RetiringVersion | undefined {
  const [unserve, remove] = ["check-unserve", "check-remove"].map((name) =>
    textOption(invocation, name),
  );
  const version = unserve ?? remove;
  const days = parseQuietDays(textOption(invocation, "quiet-days"));
  if (version === undefined) {
    if (days === undefined) return undefined;
    throw new UsageError("--quiet-days needs --check-unserve or --check-remove");
  }
  if (unserve !== undefined && remove !== undefined)
    throw new UsageError("give --check-unserve or --check-remove, not both");
  if (invocation.words.length === 0)
    throw new UsageError("name the CustomResourceDefinition whose version it is");
  return {
    version,
    end: unserve === undefined ? "remove" : "unserve",
    quietSince: quietSinceOf(days),
  };
}

interface ReadReports {
  readonly release: string;
  readonly reports: readonly VersionReport[];
}

async function readReports(reader: ClusterReader, names: readonly string[]): Promise<ReadReports> {
  const release = String(member(await bodyAt(reader, "/version"), "gitVersion"));
  const crds = await fetchDefinitions(reader, names);
  const facts = await clusterFacts(reader, crds);
  const reports: VersionReport[] = [];
  for (const crd of crds) reports.push(await versionReport(reader, crd, facts));
  return { release, reports };
}

async function fetchDefinitions(
  reader: ClusterReader,
  names: readonly string[],
): Promise<readonly JsonObject[]> {
  const found: JsonObject[] = [];
  for (const name of names) {
    found.push(await clusterDefinition(reader, name));
  }
  if (names.length > 0) return found;
  for await (const page of pagesOf(reader, definitionsPath)) found.push(...page);
  return found.filter((crd) => {
    const { versions: listed, storedVersions } = liveDefinition(crd);
    return new Set([...listed.map(({ name }) => name), ...storedVersions]).size > 1;
  });
}

/** Throws {@link UsageError} if the version to check is not in the report: it is probably a typing error. */
function requireVersion(report: VersionReport, end: RetiringVersion | undefined): void {
  const known = namedVersions(report);
  if (end === undefined || known.includes(end.version)) return;
  throw new UsageError(
    `${end.version} is not a version of ${report.definition.name}, and nothing in the cluster names it: known are ${known.join(", ")}`,
  );
}

interface CheckedReport {
  readonly report: VersionReport;
  /** The reasons against the end of a version; undefined without `--check-unserve` and `--check-remove`. */
  readonly reasons: readonly ReasonAgainstRetiring[] | undefined;
}

interface VersionsOutput extends Pick<ReadReports, "release"> {
  readonly form: (typeof textOrJson)[number];
  readonly end: RetiringVersion | undefined;
  readonly judged: readonly CheckedReport[];
}

function printVersions({ out }: Invocation, { form, release, end, judged }: VersionsOutput): void {
  const maskedText = (text: string): string => maskKeys(text, { base: "" });
  if (form === "json") {
    const definitions = judged.map(({ report, reasons }) => versionsJson(report, end, reasons));
    out(maskedText(JSON.stringify({ kubeApiServer: release, definitions }, undefined, 2)));
    return;
  }
  if (judged.length === 0) out("no CustomResourceDefinition has several versions");
  const texts = judged.map(({ report, reasons }) =>
    end === undefined || reasons === undefined
      ? versionsText(report, release)
      : reasonsText(report, end, reasons),
  );
  if (texts.length > 0) out(maskedText(texts.join("\n\n")));
}
