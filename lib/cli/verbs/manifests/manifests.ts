import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { conversionRegistry } from "../../../conversion/registry.ts";
import { upgradeCrd } from "../../../crd/upgrade/upgrade-crd.ts";
import type { JsonObject } from "../../../json/value.ts";
import { stringify } from "../../../json/write.ts";
import { secretHelp, secretOptions } from "../../callers/cluster-secret.ts";
import { type Command, type Invocation, textOption, UsageError } from "../../command.ts";
import { manifestJson } from "../../files/manifest-json.ts";
import { manifestYaml } from "../../files/write-yaml.ts";
import { readDefinitions } from "../../kinds/definitions.ts";
import { guardNotes } from "../../kinds/guard-notes.ts";
import {
  type KindInFolder,
  kindsHelp,
  kindsOption,
  loadKindsInFolders,
} from "../../kinds/kinds.ts";
import { definitionName, type RegisteredKind } from "../../kinds/registered-kind.ts";
import { reviewSender } from "../../review-sender.ts";
import { checkService } from "./check-service.ts";
import { compareConversions, compareLive, compareOutdated } from "./compare-live.ts";
import { maskKeys } from "./key-mask.ts";
import { openKubectl } from "./kubectl.ts";
import { kustomizePatches } from "./kustomize-patches.ts";
import { type ManifestsRequest, manifestsRequest } from "./manifests-request.ts";
import {
  conversions,
  type NamedConversion,
  outdatedWebhooks,
  registrationObjects,
} from "./registration-objects.ts";
import { syntheticReviews } from "./synthetic-reviews.ts";
import { webhookFaults } from "./webhook-faults.ts";

export const manifests: Command = {
  summary: "print what a cluster applies to ask the functions: CRDs, webhooks, access for look-ups",
  help: `usage: customhouse manifests --url URL --cluster NAME [--key-file FILE] [options]

Prints all that registers your kinds in one cluster, ready for kubectl:

  crd        each crd.yaml with the conversion stanza that points at URL/<cluster>/<key>/convert; a kind of one
             version has nothing to convert and comes as it is
  webhooks   a MutatingWebhookConfiguration for each kind with a mutate handler or unknownFields: "drop", a
             ValidatingWebhookConfiguration for each kind with rules, look-ups or conversionGuard: true (which is asked
             about status too): CREATE and UPDATE in all served versions, no side effects, kube-system, kube-public
             and kube-node-lease left out
  access     for the declared look-ups: a ServiceAccount, a ClusterRole with just the verbs that they ask, the binding,
             and a Secret that the cluster fills with a token

A note on standard error names each kind whose status can be set through annotations, because it has no conversion
guard or because the webhook that asks the guard is not printed.

The service must be up before a CRD points at it: --check asks it first. What is printed holds the key, and so does
the cluster afterwards: whoever may read CRDs there can read it.

where
  --url URL         https://HOST[:PORT][/PATH] of the service; cluster, key and verb are appended
  --cluster NAME    the cluster's name in the functions' secret
  --key-file FILE   a file with the cluster's key alone, as customhouse keys writes it (- is standard input); without
                    it the cluster's current key comes out of the secret:
${secretHelp}
  --no-key          urls without cluster and key, for customhouse serve on loopback
  --ca FILE         PEM of a private CA, for caBundle and for --check; it then replaces the usual roots

what
  --only PART,...   some of crd, webhooks, access
  --patches         for CRDs that others bring along: a kustomization (kind: Component) that sets their conversion
  --failure-policy Fail|Ignore, --timeout SECONDS
                    for all webhooks, over what the kinds say (default: what a kind says, else Fail and 15)
  --review-versions LIST
                    v1, v1beta1 or both; the cluster sends the first (default: v1,v1beta1)
  --namespace NS    an existing namespace for the look-ups' ServiceAccount and token (default: one that is made,
                    customhouse)
${kindsHelp}
  --json            one List as JSON in place of YAML documents

before and after
  --check           first send a review of every pair of versions, and of every webhook, to the service: your samples
                    and an object without fields; where an answer is one that kube-apiserver would refuse, say what
                    was sent, what came and what to do, and print nothing
  --diff            print no manifests but what applying them would change in the cluster (a server-side dry run;
                    nothing is stored), keys hidden
  --kubeconfig FILE, --context NAME, --kubectl FILE
                    for --diff: which cluster, and which kubectl asks it

example: customhouse manifests --url https://hooks.example.com --cluster prod --key-file key --check > prod.yaml
         kubectl apply --server-side -f prod.yaml
         customhouse manifests --url https://hooks.example.com --cluster prod --key-file key --diff
exit code: 0 printed, or no difference; 1 --check failed, or --diff found one; 2 wrong usage, or kubectl failed`,
  options: {
    ...kindsOption,
    url: { type: "string" },
    cluster: { type: "string" },
    "key-file": { type: "string" },
    ...secretOptions,
    "no-key": { type: "boolean" },
    ca: { type: "string" },
    only: { type: "string" },
    patches: { type: "boolean" },
    "failure-policy": { type: "string" },
    timeout: { type: "string" },
    "review-versions": { type: "string" },
    namespace: { type: "string" },
    json: { type: "boolean" },
    check: { type: "boolean" },
    diff: { type: "boolean" },
    kubeconfig: { type: "string" },
    context: { type: "string" },
    kubectl: { type: "string" },
  },
  run: async (invocation) => {
    const request = await manifestsRequest(invocation);
    const isPatches = invocation.options["patches"] === true;
    const found = await loadKindsInFolders(invocation.options["kinds"]);
    const kinds = await registeredKinds(found, request, isPatches);
    for (const line of remarksOn(found, request)) invocation.error(line);
    if (invocation.options["check"] === true && !(await isUp(kinds, request, invocation))) return 1;
    const { settings, parts } = request;
    const wanted: Wanted = isPatches
      ? { conversions: conversions(kinds, settings) }
      : {
          objects: registrationObjects(kinds, settings, parts),
          outdated: parts.includes("webhooks") ? outdatedWebhooks(kinds) : [],
        };
    if (invocation.options["diff"] === true) return diff(wanted, request, invocation);
    invocation.out(textOf(wanted, invocation.options["json"] === true));
    return 0;
  },
};

/** What is printed or compared: whole objects, or what of others' definitions is ours. */
type Wanted =
  | { readonly objects: readonly JsonObject[]; readonly outdated: readonly JsonObject[] }
  | { readonly conversions: readonly NamedConversion[] };

/** What the user should know before applying, a line each. Access alone registers no conversion. */
function remarksOn(
  found: readonly KindInFolder[],
  { parts, warnings }: ManifestsRequest,
): readonly string[] {
  const webhook = parts.includes("webhooks") ? "registered" : "left out";
  const isAccessAlone = parts.every((part) => part === "access");
  const notes = isAccessAlone ? [] : found.flatMap((kind) => guardNotes(kind, webhook));
  return [
    ...warnings.map((warning) => `warning: ${warning}`),
    ...notes.map((note) => `note: ${note}`),
  ];
}

/** The kinds, each with its definition where that is to be printed. */
async function registeredKinds(
  found: readonly KindInFolder[],
  { parts }: ManifestsRequest,
  isPatches: boolean,
): Promise<readonly RegisteredKind[]> {
  const faults = (await Promise.all(found.map(({ kind }) => webhookFaults(kind)))).flat();
  if (faults.length > 0) throw new UsageError(faults.join("\n"));
  const isWhole = parts.includes("crd") && !isPatches;
  return found.map(({ kind, folder }) =>
    isWhole ? { kind, definition: definitionOf({ kind, folder }) } : { kind },
  );
}

function definitionOf({ kind, folder }: KindInFolder): JsonObject {
  const file = join(folder, "crd.yaml");
  const definitions = existsSync(file) ? readDefinitions(file) : [];
  const [definition] = definitions.map((each) => upgradeCrd(each).crd);
  if (definition !== undefined) return definition;
  throw new UsageError(
    `${definitionName(kind)} has no ${file}: say --patches for the conversion stanza alone, or --only webhooks,access`,
  );
}

async function isUp(
  kinds: readonly RegisteredKind[],
  { settings, parts, ca }: ManifestsRequest,
  { error }: Invocation,
): Promise<boolean> {
  const all = kinds.map(({ kind }) => kind);
  const reviews = syntheticReviews(
    all,
    {
      registry: conversionRegistry(all),
      reviewVersions: settings.reviewVersions,
      uid: () => randomUUID(),
    },
    parts,
  );
  const sender = reviewSender({ ...(ca !== undefined && { ca }) });
  try {
    const reports = await checkService(reviews, settings.address, (url, review) =>
      sender.send(url, stringify(review)),
    );
    for (const report of reports) error(`check failed: ${report}`);
    if (reports.length === 0) error(`checked: ${reviews.length} reviews were answered well`);
    return reports.length === 0;
  } finally {
    sender.close();
  }
}

async function diff(
  wanted: Wanted,
  { settings }: ManifestsRequest,
  invocation: Invocation,
): Promise<number> {
  const [kubeconfig, context] = [
    textOption(invocation, "kubeconfig"),
    textOption(invocation, "context"),
  ];
  const mask = (text: string): string => maskKeys(text, settings.address);
  const kubectl = openKubectl({
    program: textOption(invocation, "kubectl") ?? "kubectl",
    ...(kubeconfig !== undefined && { kubeconfig }),
    ...(context !== undefined && { context }),
    mask,
  });
  const differences =
    "objects" in wanted
      ? [
          ...(await compareLive(wanted.objects, kubectl)),
          ...(await compareOutdated(wanted.outdated, kubectl)),
        ]
      : await compareConversions(wanted.conversions, kubectl);
  for (const line of differences) invocation.out(mask(line));
  if (differences.length > 0) return 1;
  invocation.out("no difference: the cluster has all as it should be");
  return 0;
}

function textOf(wanted: Wanted, isJson: boolean): string {
  if ("conversions" in wanted) {
    const component = kustomizePatches(wanted.conversions);
    return isJson ? manifestJson(component) : manifestYaml(component).trimEnd();
  }
  const { objects } = wanted;
  return isJson
    ? manifestJson({ apiVersion: "v1", kind: "List", items: objects })
    : objects.map(manifestYaml).join("---\n").trimEnd();
}
