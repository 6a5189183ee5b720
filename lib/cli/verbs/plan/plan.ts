import { writeFileSync } from "node:fs";
import { clusterFacts } from "../../../evolve/cluster-facts.ts";
import { bodyAt, type ClusterReader } from "../../../evolve/cluster-reader.ts";
import {
  definitionPath,
  type LiveDefinition,
  objectsPath,
  readableVersion,
  storageVersion,
} from "../../../evolve/live-definition.ts";
import { planJson } from "../../../evolve/plan/plan-file.ts";
import {
  plannedSteps,
  removeActions,
  type StepText,
  stepTexts,
  storageActions,
  unserveActions,
} from "../../../evolve/plan/plan-steps.ts";
import {
  clusterIdentity,
  planEstimate,
  planFormat,
  plannedDefinition,
  type VersionPlan,
} from "../../../evolve/plan/version-plan.ts";
import { droppedFaults, preflight } from "../../../evolve/preflight.ts";
import { shellWord } from "../../../evolve/remedies.ts";
import { versionReport } from "../../../evolve/version-report.ts";
import type { Kind } from "../../../kind/kind.ts";
import { type Command, type Invocation, textOption, UsageError } from "../../command.ts";
import { manifestJson } from "../../files/manifest-json.ts";
import { checkWritable } from "../../files/read-file.ts";
import { allowsCode, kindsOption, loadKinds } from "../../kinds/kinds.ts";
import { outputOption } from "../../output-form.ts";
import type { KubectlContext } from "../../server/cluster-api.ts";
import { patientReader } from "../../server/patient-reader.ts";
import {
  clusterOptions,
  clusterOptionsHelp,
  namedCluster,
  remediesFor,
  requestedCluster,
  withCluster,
} from "../../server/requested-cluster.ts";
import { maskKeys } from "../manifests/key-mask.ts";
import { defaultQuietDays, quietDays, quietSinceOf, reading } from "../versions/quiet-days.ts";
import { planText, refusalText } from "./plan-text.ts";

/** The state that a plan leads to: the version is the storage version, is no longer served, or is removed from the definition. */
interface Goal {
  readonly end: "storage" | "unserve" | "remove";
  readonly version: string;
}

const goals = ["storage", "unserve", "remove"] as const;

/** Prints the steps by which a version becomes the storage version, is unserved, or is removed. */
export const planCommand: Command = {
  summary: "the steps that store objects at another version of a CRD, or retire one",
  help: `usage: customhouse plan CRD --storage VERSION | --unserve VERSION | --remove VERSION [-o FILE] [options]

Reads a cluster and prints the numbered steps, each with what must hold first, the command, what must hold after it, and the
command that takes it back. Nothing is changed. Every stored object is read first, page by page, in every served
version, so that the cluster converts it; with --kinds it is also converted in memory, by the rules of that kind,
through every version, and validated there. Objects that fail are named with path and remedy, and there is no plan.

  --storage VERSION make this the storage version, rewrite all objects, and trim storedVersions
  --unserve VERSION deprecate the version, and stop serving it
  --remove VERSION  take the version out of the definition
  --kinds DIR       the folder of the kind with the new rules, or a folder of such folders; may be given again
  --allow-code      run the hooks of kinds outside the current folder
  --quiet-days N    a client that wrote at the version in the last N days still uses it (default: 7)
${clusterOptionsHelp}
  -o, --output FILE also write the plan as JSON, for customhouse step. It is bound to the cluster (the UID of
                    kube-system), and to UID and generation of the definition

example: customhouse plan crontabs.stable.example.com --storage v1 --kinds kinds -o plan.json
exit code: 0 a plan, 1 objects are in the way, 2 wrong usage, or the cluster can't be read`,
  options: {
    ...kindsOption,
    ...clusterOptions,
    ...outputOption,
    storage: { type: "string" },
    unserve: { type: "string" },
    remove: { type: "string" },
    "quiet-days": { type: "string" },
  },
  run: async (invocation) => {
    const [name, ...rest] = invocation.words;
    if (name === undefined || rest.length > 0)
      throw new UsageError("give one CustomResourceDefinition");
    const goal = requestedGoal(invocation);
    const days = quietDays(textOption(invocation, "quiet-days"));
    if (days !== undefined && goal.end === "storage") {
      throw new UsageError("--quiet-days belongs to --unserve and --remove");
    }
    const file = textOption(invocation, "output");
    checkWritable(file);
    const kind = await requestedKind(invocation, name, goal);
    const { cluster } = await namedCluster(requestedCluster(invocation));
    const planning = { name, goal, quietDays: days ?? defaultQuietDays, kind, cluster };
    const { plan, texts } = await withCluster(cluster, (api) =>
      reading(() => planFor(patientReader(api), planning)),
    );
    const mask = (text: string): string => maskKeys(text, { base: "" });
    if (plan.preflight.faults.length > 0) {
      invocation.out(mask(refusalText(name, plan.preflight)));
      return 1;
    }
    if (file !== undefined)
      writeFileSync(file, `${manifestJson(planJson(plan))}\n`, { mode: 0o600 });
    invocation.out(mask(planText(plan, texts)));
    if (file !== undefined) {
      invocation.progress.out(`next: customhouse step ${shellWord(file)}`);
    }
    return 0;
  },
};

function requestedGoal(invocation: Invocation): Goal {
  const given = goals.flatMap((end) => {
    const version = textOption(invocation, end);
    return version === undefined ? [] : [{ end, version }];
  });
  const [goal, ...more] = given;
  if (goal !== undefined && more.length === 0) return goal;
  throw new UsageError("give one of --storage, --unserve and --remove");
}

async function requestedKind(
  { options }: Invocation,
  name: string,
  { version }: Goal,
): Promise<Kind | undefined> {
  if (options["kinds"] === undefined) return undefined;
  const kinds = await loadKinds(options["kinds"], "refused", allowsCode(options));
  const kind = kinds.find(({ crd }) => `${crd.plural}.${crd.group}` === name);
  if (kind === undefined) throw new UsageError(`--kinds has no kind for ${name}`);
  const known = kind.crd.versions.map((each) => each.name);
  if (known.includes(version)) return kind;
  throw new UsageError(
    `the kind for ${name} in --kinds has no version ${version}: it has ${known.join(", ")}`,
  );
}

interface Planning {
  readonly name: string;
  readonly goal: Goal;
  readonly quietDays: number;
  readonly kind: Kind | undefined;
  readonly cluster: KubectlContext;
}

async function planFor(
  reader: ClusterReader,
  { name, goal, quietDays, kind, cluster }: Planning,
): Promise<{ readonly plan: VersionPlan; readonly texts: readonly StepText[] }> {
  const crd = await bodyAt(reader, definitionPath(name));
  const report = await versionReport(reader, crd, await clusterFacts(reader, [crd]));
  const { definition } = report;
  requirePossible(definition, goal);
  const { end, version } = goal;
  const checked = await preflight(reader, definition, kind);
  const dropped = end === "storage" ? droppedFaults(crd, definition, version) : [];
  const remedies = remediesFor(cluster);
  const steps = plannedSteps(
    { report, crd },
    actionsTo[end](crd, version),
    quietSinceOf(quietDays),
    remedies,
  );
  const plan: VersionPlan = {
    format: planFormat,
    cluster: { ...(await clusterIdentity(reader)), context: cluster.context ?? null },
    definition: plannedDefinition(definition),
    quietDays,
    preflight: { ...checked, faults: [...dropped, ...checked.faults] },
    estimate: planEstimate(report, end === "storage", await readMs(reader, definition)),
    steps,
  };
  return { plan, texts: stepTexts(steps, crd, remedies) };
}

/** The actions that reach a goal. */
const actionsTo = { storage: storageActions, unserve: unserveActions, remove: removeActions };

/**
 * Throws {@link UsageError} for a version that the definition does not list; for a goal that it has reached; for storing at a
 * version that is not served; and for removing the storage version.
 */
function requirePossible(definition: LiveDefinition, { end, version }: Goal): void {
  const { name, versions } = definition;
  const listed = versions.find((each) => each.name === version);
  if (listed === undefined) {
    const known = versions.map((each) => each.name).join(", ");
    throw new UsageError(`${name} has no version ${version}: it has ${known}`);
  }
  if (end === "storage" && !listed.served)
    throw new UsageError(
      `${version} is not served: set served: true first, and check that objects convert to it`,
    );
  if (end === "unserve" && !listed.served)
    throw new UsageError(`${version} is already unserved: nothing to do`);
  const isDone = storageVersion(definition) === version;
  const isClaimed =
    definition.storedVersions.length === 1 && definition.migration?.state !== "failed";
  if (end === "storage" && isDone && isClaimed)
    throw new UsageError(
      `${version} is the storage version, and status.storedVersions lists no other: nothing to do`,
    );
  if (end === "remove" && isDone)
    throw new UsageError(
      `${version} is the storage version: make another one that first, with plan --storage`,
    );
}

/** Milliseconds that a request for one object took, also where the cluster has none; 0 if no version can be read. */
async function readMs(reader: ClusterReader, definition: LiveDefinition): Promise<number> {
  const version = readableVersion(definition);
  if (version === undefined) return 0;
  const start = performance.now();
  await reader.get(`${objectsPath(definition, version)}?limit=1`);
  return performance.now() - start;
}
