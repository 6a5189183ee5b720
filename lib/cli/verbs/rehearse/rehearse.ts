import { ReadError } from "../../../evolve/cluster-reader.ts";
import { liveDefinition } from "../../../evolve/live-definition.ts";
import type { ExecutablePlan } from "../../../evolve/plan/version-plan.ts";
import { RehearsalSetupError } from "../../../evolve/rehearse/rehearsal-setup.ts";
import { type Rehearsal, rehearsePlan } from "../../../evolve/rehearse/rehearse-plan.ts";
import { interruptible } from "../../../hosts/stop-signals.ts";
import { counted } from "../../../json/counted.ts";
import { type JsonObject, member } from "../../../json/value.ts";
import type { Kind } from "../../../kind/kind.ts";
import { nowMs } from "../../../request/clock.ts";
import { type Command, type Invocation, UsageError } from "../../command.ts";
import { type Assets, findAssets } from "../../control-plane/assets.ts";
import {
  type ControlPlane,
  StartError,
  startControlPlane,
} from "../../control-plane/control-plane.ts";
import { manifestJson } from "../../files/manifest-json.ts";
import { readText } from "../../files/read-file.ts";
import { kindsOption } from "../../kinds/kinds.ts";
import { requestedKindFor, requireVersions } from "../../kinds/requested-kinds.ts";
import { outputForm, outputOption, textOrJson } from "../../output-form.ts";
import { abortableDelay } from "../../server/abortable-delay.ts";
import { callOnce, tokenEndpoint } from "../../server/api-request.ts";
import { directClient } from "../../server/direct-client.ts";
import {
  clusterFlagsOf,
  clusterOptions,
  clusterOptionsHelp,
  requestedCluster,
} from "../../server/requested-cluster.ts";
import { retryingClient } from "../../server/retrying-reader.ts";
import { printable } from "../../terminal/printable.ts";
import { maskKeys } from "../manifests/key-mask.ts";
import { planInFile } from "../step/plan-in-file.ts";
import { quietSinceOf } from "../versions/quiet-days.ts";
import { type RehearsalSource, rehearsalSource, requestedSource } from "./rehearsal-source.ts";
import {
  endLines,
  hasOnlyDocumentedFailures,
  type RehearsalEnd,
  rehearsalJson,
  rehearsedLines,
} from "./rehearsal-text.ts";
import {
  type RehearsalWebhook,
  requireReachable,
  startRehearsalWebhook,
  withRehearsalWebhook,
} from "./rehearsal-webhook.ts";

/** The command `rehearse`: carries out a whole plan on a control plane that it starts and removes. */
export const rehearse: Command = {
  help: `usage: customhouse rehearse PLAN [--live N | --objects DIR [--crd FILE]] [options]

Carries out all steps of a plan that customhouse plan wrote, on a kube-apiserver and an etcd that are started for it and
removed at the end, also after a failure or Ctrl-C. Nothing is changed in the plan's cluster. In every served version a
reader lists and gets, a writer patches and applies, and a watch stays open all the while. Prints for each step how long it
took and what these clients saw: requests, failures by status and text, the longest gap. In the end each object must have
the fields that it had, and each write that succeeded must be there. Before a version ends, its clients move to another one.

  --live N          copy N objects of the plan's cluster (default: 20)
  --objects DIR     copy the objects of the definition that are in manifests: a folder or a file
  --crd FILE        with --objects: the definition before the first step, so that no cluster is read
  --unredacted      copy labels, annotations and undeclared fields, too. Without it, copies have only names and declared
                    fields, as recordings have
  --kinds DIR       serve the conversions of this kind to the control plane; the kind's folder, or a folder of such folders;
                    may be given again. Without it, the webhook's own url is called. Needed for a webhook that is a Service
  --allow-code      run the hooks of kinds outside the current folder
  -o, --output FORM text or json (default: text)
${clusterOptionsHelp.replace("(default: the current one)", "(default: that of the plan)")}

KUBEBUILDER_ASSETS names a folder with kube-apiserver, etcd and kubectl: export KUBEBUILDER_ASSETS="$(setup-envtest use -p path)"

example: customhouse rehearse plan.json --live 50 --kinds kinds
exit code: 0 clients saw only failures that can't be avoided; 1 a step failed, a client saw another failure, a write was lost, or the rehearsal was interrupted; 2 wrong usage, no KUBEBUILDER_ASSETS, or the cluster can't be read`,
  forms: textOrJson,
  options: {
    ...kindsOption,
    ...clusterOptions,
    ...outputOption,
    live: { type: "string" },
    objects: { type: "string" },
    crd: { type: "string" },
    unredacted: { type: "boolean" },
  },
  run: async (invocation) => {
    const [file, ...rest] = invocation.words;
    if (file === undefined || rest.length > 0) throw new UsageError("give one file with a plan");
    const form = outputForm(invocation, textOrJson) ?? "text";
    requestedSource(invocation);
    const plan = planInFile(file, readText(file));
    const kind = await requestedKindFor(invocation, plan.definition.name);
    const assets = findAssets();
    const source = await rehearsalSource(invocation, plan);
    if (kind === undefined) requireReachable(source.crd, plan);
    else requireVersions(kind, kind.versions, rehearsedVersions(source.crd, plan));
    const say = (line: string): void => invocation.out(printable(maskKeys(line, { base: "" })));
    const isText = form === "text";
    const progress = isText ? say : () => undefined;
    const end = await resultOrReason((signal) =>
      runRehearsal({ assets, plan, source, kind, signal, invocation, say: progress }),
    );
    if (typeof end === "string") {
      invocation.error(maskKeys(`FAIL  ${end}`, { base: "" }));
      return 1;
    }
    if (isText) for (const line of endLines(end)) say(line);
    else invocation.out(maskKeys(manifestJson(rehearsalJson(end)), { base: "" }));
    return hasOnlyDocumentedFailures(end) ? 0 : 1;
  },
};

/** The versions that the definition has or that a step of the plan adds. */
function rehearsedVersions(crd: JsonObject, { steps }: ExecutablePlan): readonly string[] {
  const added = steps.flatMap(({ action }) =>
    action.type === "add-version" ? [String(member(action.version, "name"))] : [],
  );
  return [...liveDefinition(crd).versions.map(({ name }) => name), ...added];
}

/**
 * Runs a rehearsal, which SIGINT or SIGTERM to this process ends. Returns its result, or a text that says why it ended early: an
 * interrupt, or a control plane that did not start, could not be read, or did not accept the definition or the objects.
 */
function resultOrReason<T>(run: (signal: AbortSignal) => Promise<T>): Promise<T | string> {
  return interruptible(async (signal) => {
    try {
      const value = await run(signal);
      return signal.aborted ? interruptedText : value;
    } catch (fault) {
      if (signal.aborted) return interruptedText;
      const isEarlyEnd =
        fault instanceof RehearsalSetupError ||
        fault instanceof StartError ||
        fault instanceof ReadError;
      if (!isEarlyEnd) throw fault;
      return `the rehearsal ended early: ${fault.message}`;
    }
  });
}

const interruptedText = "interrupted: the control plane and the copies are removed";

interface RehearsalSetting {
  readonly assets: Assets;
  readonly plan: ExecutablePlan;
  readonly source: RehearsalSource;
  readonly kind: Kind | undefined;
  readonly signal: AbortSignal;
  readonly invocation: Invocation;
  readonly say: (line: string) => void;
}

/** Starts the control plane and the webhook, rehearses, and removes both. */
async function runRehearsal(run: RehearsalSetting): Promise<RehearsalEnd> {
  const { assets, kind, signal, invocation } = run;
  const start = nowMs();
  invocation.progress.error("starting a control plane");
  const plane = await startControlPlane(assets, { signal });
  try {
    const webhook = kind && (await startRehearsalWebhook(kind, plane));
    try {
      const report = await rehearsePlan(rehearsalOn(plane, webhook, run));
      const { plan, source } = run;
      return {
        report,
        definition: plan.definition.name,
        planned: plan.steps.length,
        isRedacted: source.isRedacted,
        seconds: Math.round((nowMs() - start) / 100) / 10,
        webhook: webhook?.counts() ?? null,
      };
    } finally {
      await webhook?.close();
    }
  } finally {
    await plane.stop();
  }
}

function rehearsalOn(
  { server, token, ca }: ControlPlane,
  webhook: RehearsalWebhook | undefined,
  { plan: original, source, signal, invocation, say }: RehearsalSetting,
): Rehearsal {
  const endpoint = tokenEndpoint(server, token, ca);
  const { crd, plan } =
    webhook === undefined
      ? { crd: source.crd, plan: original }
      : withRehearsalWebhook(source.crd, original, webhook.conversion);
  const { context } = original.cluster;
  const cluster = { ...(context !== null && { context }), ...requestedCluster(invocation) };
  const kindOfCopies = source.isRedacted ? "redacted copies" : "copies as they are";
  say(`${original.definition.name}: ${counted(source.objects.length, "object")}, ${kindOfCopies}`);
  let number = 0;
  return {
    plan,
    crd,
    objects: source.objects,
    client: retryingClient({ call: (call) => callOnce(endpoint, call) }),
    direct: directClient(endpoint),
    clusterFlags: clusterFlagsOf(cluster),
    quietSince: quietSinceOf(original.quietDays),
    wait: abortableDelay,
    now: nowMs,
    signal,
    onStep: (step) => {
      for (const line of rehearsedLines(step, number, original.steps.length)) say(line);
      number += 1;
    },
  };
}
