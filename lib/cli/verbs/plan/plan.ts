import { writeFileSync } from "node:fs";
import { upgradeCrd } from "../../../crd/upgrade/upgrade-crd.ts";
import type { ClusterClient } from "../../../evolve/cluster-client.ts";
import { clusterFacts } from "../../../evolve/cluster-facts.ts";
import { bodyAt, type ClusterReader } from "../../../evolve/cluster-reader.ts";
import {
  definitionPath,
  type LiveDefinition,
  liveDefinition,
  objectsPath,
  readableVersion,
  storageVersion,
} from "../../../evolve/live-definition.ts";
import { planJson } from "../../../evolve/plan/plan-file.ts";
import {
  afterActions,
  plannedSteps,
  removeActions,
  type StepText,
  stepTexts,
  storageActions,
  unserveActions,
} from "../../../evolve/plan/plan-steps.ts";
import { targetActions } from "../../../evolve/plan/target-actions.ts";
import {
  clusterIdentity,
  planEstimate,
  planFormat,
  plannedDefinition,
  type VersionPlan,
} from "../../../evolve/plan/version-plan.ts";
import { droppedFaults, type PreflightFault, preflight } from "../../../evolve/preflight.ts";
import { shellWord } from "../../../evolve/remedies.ts";
import type { StepAction } from "../../../evolve/step/step-action.ts";
import { versionReport } from "../../../evolve/version-report.ts";
import { ok, type Result } from "../../../json/result.ts";
import type { JsonObject } from "../../../json/value.ts";
import type { Kind } from "../../../kind/kind.ts";
import { type Command, type Invocation, textOption, UsageError } from "../../command.ts";
import { manifestJson } from "../../files/manifest-json.ts";
import { checkWritable } from "../../files/read-file.ts";
import { readDefinition } from "../../kinds/definitions.ts";
import { allowsCode, kindsOption, loadKinds } from "../../kinds/kinds.ts";
import { outputOption } from "../../output-form.ts";
import type { KubectlContext } from "../../server/cluster-api.ts";
import { patientClient } from "../../server/patient-reader.ts";
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

/** What a plan leads to: a version is the storage version, is no longer served, or is removed; or another state of the definition. */
interface Goal {
  readonly end: "storage" | "unserve" | "remove" | "to";
  /** The version; for a state of the definition its storage version. */
  readonly version: string;
  /** The state of the definition, where that is the goal. */
  readonly target?: JsonObject;
}

const goals = ["storage", "unserve", "remove", "to"] as const;

/** Prints the steps by which a version becomes the storage version, is unserved, or is removed. */
export const planCommand: Command = {
  summary: "the steps that store objects at another version of a CRD, or retire one",
  help: `usage: customhouse plan CRD --storage VERSION | --unserve VERSION | --remove VERSION [-o FILE] [options]
       customhouse plan --to FILE [-o FILE] [options]

Reads a cluster and prints the numbered steps, each with what must hold first, the command, what must hold after it, and the
command that takes it back. Nothing is changed. Every stored object is read first, page by page, in every served
version, so that the cluster converts it; with --kinds it is also converted in memory, by the rules of that kind,
through every version, and validated there. Objects that fail are named with path and remedy, and there is no plan.

  --storage VERSION make this the storage version, rewrite all objects, and trim storedVersions
  --unserve VERSION deprecate the version, and stop serving it
  --remove VERSION  take the version out of the definition
  --to FILE         all that leads to the definition in FILE: its new versions are added and served, objects are stored at
                    its storage version, and versions that it lacks are retired. Other differences are refused
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
    to: { type: "string" },
    "quiet-days": { type: "string" },
  },
  run: async (invocation) => {
    const goal = requestedGoal(invocation);
    const name = requestedName(invocation, goal);
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
      reading(() => planFor(patientClient(api), planning)),
    );
    const mask = (text: string): string => maskKeys(text, { base: "" });
    if (plan.preflight.faults.length > 0) {
      invocation.out(mask(refusalText(name, plan.preflight)));
      return 1;
    }
    if (file !== undefined)
      writeFileSync(file, `${manifestJson(planJson(masked(plan, mask)))}\n`, { mode: 0o600 });
    invocation.out(mask(planText(plan, texts)));
    if (file !== undefined) {
      invocation.progress.out(`next: customhouse step ${shellWord(file)}`);
    }
    return 0;
  },
};

/** A plan without the keys in texts of the cluster. The conversion that a step sets needs its own. */
function masked(plan: VersionPlan, mask: (text: string) => string): VersionPlan {
  const steps = plan.steps.map(({ action, first }) => ({ action, first: first.map(mask) }));
  return { ...plan, steps };
}

function requestedGoal(invocation: Invocation): Goal {
  const given = goals.flatMap((end) => {
    const text = textOption(invocation, end);
    return text === undefined ? [] : [{ end, text }];
  });
  const [first, ...more] = given;
  if (first === undefined || more.length > 0)
    throw new UsageError("give one of --storage, --unserve, --remove and --to");
  const { end, text } = first;
  if (end !== "to") return { end, version: text };
  const target = upgradeCrd(readDefinition(text)).crd;
  return { end, version: storageVersion(liveDefinition(target)), target };
}

/** The name of the definition. Throws {@link UsageError} where there is none, or the goal is about another one. */
function requestedName({ words }: Invocation, { target }: Goal): string {
  const [word, ...rest] = words;
  const name = target === undefined ? word : liveDefinition(target).name;
  if (name === undefined || rest.length > 0)
    throw new UsageError("give one CustomResourceDefinition");
  if (word === undefined || word === name) return name;
  throw new UsageError(`--to has the definition of ${name}, not of ${word}`);
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
  client: ClusterClient,
  { name, goal, quietDays, kind, cluster }: Planning,
): Promise<{ readonly plan: VersionPlan; readonly texts: readonly StepText[] }> {
  const crd = await bodyAt(client, definitionPath(name));
  const report = await versionReport(client, crd, await clusterFacts(client, [crd]));
  const { definition } = report;
  const found = await actionsTo(client, crd, goal);
  const actions = found.ok ? found.value : [];
  const checked = await preflight(client, definition, kind);
  const refused = found.ok ? [] : found.error.map((text) => ({ by: "cluster", text }) as const);
  const faults = [...refused, ...droppedBy(actions, crd), ...checked.faults];
  const remedies = remediesFor(cluster);
  const steps = plannedSteps({ report, crd }, actions, quietSinceOf(quietDays), remedies);
  const isRewriting = actions.some(({ type }) => type === "rewrite");
  const plan: VersionPlan = {
    format: planFormat,
    cluster: { ...(await clusterIdentity(client)), context: cluster.context ?? null },
    definition: plannedDefinition(definition),
    quietDays,
    preflight: { ...checked, faults },
    estimate: planEstimate(report, isRewriting, await readMs(client, definition)),
    steps,
  };
  return { plan, texts: stepTexts(steps, crd, remedies) };
}

/** The actions that reach a goal, or what is in the way. Throws {@link UsageError} where there is nothing to do. */
async function actionsTo(
  client: ClusterClient,
  crd: JsonObject,
  goal: Goal,
): Promise<Result<readonly StepAction[], readonly string[]>> {
  const { end, version, target } = goal;
  if (target !== undefined) {
    const actions = await targetActions(client, crd, target);
    if (!actions.ok || actions.value.length > 0) return actions;
    throw new UsageError("the cluster has the definition as it is in the file: nothing to do");
  }
  requirePossible(liveDefinition(crd), goal);
  if (end === "storage") return ok(storageActions(crd, version));
  return ok(end === "unserve" ? unserveActions(crd, version) : removeActions(crd, version));
}

/** What the change of the storage version would drop. */
function droppedBy(actions: readonly StepAction[], crd: JsonObject): readonly PreflightFault[] {
  return actions.flatMap((action, index) => {
    if (action.type !== "set-storage") return [];
    const before = afterActions(crd, actions.slice(0, index));
    return droppedFaults(before, liveDefinition(before), action.version);
  });
}

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
