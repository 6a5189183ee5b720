import type { ClusterClient } from "../../../evolve/cluster-client.ts";
import { clusterFacts } from "../../../evolve/cluster-facts.ts";
import type { ClusterReader } from "../../../evolve/cluster-reader.ts";
import { frozenObjectFaults } from "../../../evolve/frozen-objects.ts";
import { shellWord } from "../../../evolve/kubectl-commands.ts";
import {
  type LiveDefinition,
  liveDefinition,
  objectsPath,
  readableVersion,
  storageVersion,
} from "../../../evolve/live-definition.ts";
import { planJson } from "../../../evolve/plan/plan-file.ts";
import {
  definitionAfter,
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
import type { StepAction } from "../../../evolve/step/step-action.ts";
import { versionReport } from "../../../evolve/version-report.ts";
import { ok, type Result } from "../../../json/result.ts";
import type { JsonObject } from "../../../json/value.ts";
import type { Kind } from "../../../kind/kind.ts";
import { type Command, textOption, UsageError } from "../../command.ts";
import { manifestJson } from "../../files/manifest-json.ts";
import { writePrivateFile } from "../../files/private-file.ts";
import { checkWritable } from "../../files/read-file.ts";
import { kindsOption } from "../../kinds/kinds.ts";
import { outputOption } from "../../output-form.ts";
import { clusterDefinition } from "../../server/cluster-definition.ts";
import type { KubectlContext } from "../../server/kubectl.ts";
import {
  clusterFlagsOf,
  clusterOptions,
  clusterOptionsHelp,
  namedCluster,
  requestedCluster,
  withCluster,
} from "../../server/requested-cluster.ts";
import { retryingClient } from "../../server/retrying-reader.ts";
import { maskKeys } from "../manifests/key-mask.ts";
import { defaultQuietDays, parseQuietDays, quietSinceOf } from "../versions/quiet-days.ts";
import { withReadErrorsAsUsageErrors } from "../versions/read-errors.ts";
import { type PlanGoal, requestedGoal, requestedKind, requestedName } from "./plan-goal.ts";
import { noPlanText, planText } from "./plan-text.ts";

/**
 * The command `plan`: prints the steps that make a version the storage version, retire one, or lead to another state of a CRD.
 */
export const planCommand: Command = {
  help: `usage: customhouse plan CRD --storage VERSION | --unserve VERSION | --remove VERSION [-o FILE] [options]
       customhouse plan --to FILE [-o FILE] [options]

Reads a cluster and prints numbered steps, each with what must be true first, the command, what must be true after it, and
the command that undoes it. Nothing is changed. First plan reads every stored object, page by page, in every served
version, so that the cluster converts it. With --kinds, the rules of that kind also convert each object through every
version, in memory, and the results are validated. If an object fails, it is named with path and remedy, and there is no
plan. Fields that a rule drops are named, with the number of objects that have them.

  --storage VERSION make VERSION the storage version, rewrite all objects, and remove other versions from storedVersions
  --unserve VERSION deprecate VERSION, and stop serving it
  --remove VERSION  remove VERSION from the definition
  --to FILE         all steps that lead to the definition in FILE: add and serve its new versions, store objects at its
                    storage version, and retire versions that it lacks. Other differences are refused
  --kinds DIR       the folder of the kind with the new rules, or a folder of such folders; may be given again
  --allow-code      run the hooks of kinds outside the current folder
  --quiet-days N    a client that wrote at the version in the last N days still uses it (default: 7)
${clusterOptionsHelp}
  -o, --output FILE also write the plan as JSON, for customhouse step. It is valid only for this cluster (by the UID of
                    the namespace kube-system) and for this UID and generation of the definition

example: customhouse plan crontabs.stable.example.com --storage v1 --kinds kinds -o plan.json
exit code: 0 planned; 1 no plan, because of objects or other faults; 2 wrong usage, or the cluster can't be read`,
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
    const days = parseQuietDays(textOption(invocation, "quiet-days"));
    if (days !== undefined && goal.end === "storage") {
      throw new UsageError("--quiet-days has no effect with --storage: leave it out");
    }
    const file = textOption(invocation, "output");
    checkWritable(file);
    const kind = await requestedKind(invocation, name, goal);
    const { cluster } = await namedCluster(requestedCluster(invocation));
    const request = { name, goal, quietDays: days ?? defaultQuietDays, kind, cluster };
    const { plan, texts } = await withCluster(cluster, (api) =>
      withReadErrorsAsUsageErrors(() => planFor(retryingClient(api), request)),
    );
    const mask = (text: string): string => maskKeys(text, { base: "" });
    if (plan.preflight.faults.length > 0) {
      invocation.out(mask(noPlanText(name, plan.preflight)));
      return 1;
    }
    if (file !== undefined)
      writePrivateFile(file, `${manifestJson(planJson(maskedPlan(plan, mask)))}\n`);
    invocation.out(mask(planText(plan, texts)));
    if (file !== undefined) {
      invocation.progress.out(`next: customhouse step ${shellWord(file)}`);
    }
    return 0;
  },
};

/**
 * A plan with keys masked in the texts about preconditions. Actions are not masked: a conversion that a step sets needs its
 * key.
 */
function maskedPlan(plan: VersionPlan, mask: (text: string) => string): VersionPlan {
  const steps = plan.steps.map(({ action, first }) => ({ action, first: first.map(mask) }));
  return { ...plan, steps };
}

interface PlanRequest {
  readonly name: string;
  readonly goal: PlanGoal;
  readonly quietDays: number;
  readonly kind: Kind | undefined;
  readonly cluster: KubectlContext;
}

async function planFor(
  client: ClusterClient,
  { name, goal, quietDays, kind, cluster }: PlanRequest,
): Promise<{ readonly plan: VersionPlan; readonly texts: readonly StepText[] }> {
  const crd = await clusterDefinition(client, name);
  const report = await versionReport(client, crd, await clusterFacts(client, [crd]));
  const { definition } = report;
  const found = await actionsTo(client, crd, goal);
  const actions = found.ok ? found.value : [];
  const rewrite = actions.find((action) => action.type === "rewrite");
  const checked = await preflight(client, definition, kind, rewrite?.version);
  const refused = found.ok ? [] : found.error.map((text) => ({ by: "cluster", text }) as const);
  const clusterFlags = clusterFlagsOf(cluster);
  const faults = [
    ...refused,
    ...droppedBy(actions, crd),
    ...checked.faults,
    ...frozenObjectFaults(definition, checked, clusterFlags),
  ];
  const steps = plannedSteps({ report, crd }, actions, quietSinceOf(quietDays), clusterFlags);
  const plan: VersionPlan = {
    format: planFormat,
    cluster: { ...(await clusterIdentity(client)), context: cluster.context ?? null },
    definition: plannedDefinition(definition),
    quietDays,
    preflight: { ...checked, faults },
    estimate: planEstimate(report, rewrite !== undefined, await readMs(client, definition)),
    steps,
  };
  return { plan, texts: stepTexts(steps, crd, clusterFlags) };
}

/**
 * The actions that reach a goal, or the reasons why it can't be reached. Throws {@link UsageError} if there is nothing to do, and
 * as {@link requirePossible} does.
 */
async function actionsTo(
  client: ClusterClient,
  crd: JsonObject,
  goal: PlanGoal,
): Promise<Result<readonly StepAction[], readonly string[]>> {
  const { end, version, target } = goal;
  if (target !== undefined) {
    const actions = await targetActions(client, crd, target);
    if (!actions.ok || actions.value.length > 0) return actions;
    throw new UsageError("the cluster's definition is already that of the file: nothing to do");
  }
  requirePossible(liveDefinition(crd), goal);
  if (end === "storage") return ok(storageActions(crd, version));
  return ok(end === "unserve" ? unserveActions(crd, version) : removeActions(crd, version));
}

/** Faults for values that the rewrite of every object would drop. */
function droppedBy(actions: readonly StepAction[], crd: JsonObject): readonly PreflightFault[] {
  return actions.flatMap((action, index) => {
    if (action.type !== "rewrite") return [];
    const before = definitionAfter(crd, actions.slice(0, index));
    return droppedFaults(before, liveDefinition(before), action.version);
  });
}

/**
 * Throws {@link UsageError} if the definition does not list the version, has reached the goal already, would store objects at
 * a version that is not served, or would lose its storage version.
 */
function requirePossible(definition: LiveDefinition, { end, version }: PlanGoal): void {
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
      `${version} is the storage version: first make another version the storage version, with plan --storage`,
    );
}

/** The time of a list request with limit 1, in ms, to estimate the duration of a rewrite; 0 if no version can be read. */
async function readMs(reader: ClusterReader, definition: LiveDefinition): Promise<number> {
  const version = readableVersion(definition);
  if (version === undefined) return 0;
  const start = performance.now();
  await reader.get(`${objectsPath(definition, version)}?limit=1`);
  return performance.now() - start;
}
