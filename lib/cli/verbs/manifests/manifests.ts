import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { conversionRegistry } from "../../../conversion/registry.ts";
import type { JsonObject } from "../../../json/value.ts";
import { stringify } from "../../../json/write.ts";
import { blockYaml } from "../../../json/write-yaml.ts";
import { secretHelp, secretOptions } from "../../callers/cluster-secret.ts";
import { type Command, type Invocation, UsageError } from "../../command.ts";
import { manifestJson } from "../../files/manifest-json.ts";
import { guardNotes } from "../../kinds/guard-notes.ts";
import { definitionInFolder } from "../../kinds/kind-files.ts";
import { type KindInFolder, kindsHelp, kindsOption } from "../../kinds/kinds.ts";
import { definitionName, type RegisteredKind } from "../../kinds/registered-kind.ts";
import { requestedKinds } from "../../kinds/requested-kinds.ts";
import { secretNotes } from "../../kinds/secret-notes.ts";
import { outputForm, outputOption, yamlOrJson } from "../../output-form.ts";
import { reviewSender } from "../../review-sender.ts";
import { connectOption } from "../../server/connection.ts";
import { openKubectl } from "../../server/kubectl.ts";
import { requestedCluster } from "../../server/requested-cluster.ts";
import { checkService } from "./check-service.ts";
import { compareConversions, compareLive, compareOutdated } from "./compare-live.ts";
import { maskKeys } from "./key-mask.ts";
import { kustomizePatches } from "./kustomize-patches.ts";
import { type ManifestsRequest, manifestsRequest } from "./manifests-request.ts";
import {
  kindConversions,
  type NamedConversion,
  outdatedWebhooks,
  registrationObjects,
} from "./registration-objects.ts";
import { syntheticReviews } from "./synthetic-reviews.ts";
import { webhookFaults } from "./webhook-faults.ts";

/** The command `manifests`: prints the objects that register kinds. With `--check`, first sends reviews to their webhooks. */
export const manifests: Command = {
  help: `usage: customhouse manifests --url URL --cluster NAME [--key-file FILE] [options]
       customhouse manifests --service NAMESPACE/NAME[:PORT] --cluster NAME [--key-file FILE] [options]

Prints all objects that register your kinds in a cluster, ready for kubectl:

  crd        each crd.yaml with a conversion stanza that points at URL/<cluster>/<key>/convert; a kind with one
             version needs no conversion and is printed unchanged
  webhooks   a MutatingWebhookConfiguration for each kind with a mutate handler or unknownFields: "drop", and a
             ValidatingWebhookConfiguration for each kind with rules, lookups or conversionGuard: true (which also covers
             /status). They apply to CREATE and UPDATE in all served versions, except in the namespaces kube-system,
             kube-public and kube-node-lease
  access     for the declared lookups: a ServiceAccount, a ClusterRole with only the verbs that they use, the binding,
             and a Secret that the cluster fills with a token

A note on standard error names each kind whose status a user can set through annotations without the right to write it:
a kind without a conversion guard, or whose guard's webhook is not printed.

The service must run before a CRD points at it: --check tests the service first. The output contains the key. Once it is
applied, whoever may read the cluster's CRDs can read the key.

service
  --url URL         https://HOST[:PORT][/PATH] of the service; cluster, key and verb are appended
  --service NAMESPACE/NAME[:PORT]
                    the Service of a container in the cluster, instead of --url (default port: 443); needs --ca or
                    --inject-ca-from
  --cluster NAME    the cluster's name in the functions' secret
  --key-file FILE   a file with only the cluster's key, as customhouse keys writes it (- is standard input); without
                    this option, the cluster's current key is read from the secret:
${secretHelp}
  --no-key          print urls without cluster and key, for customhouse serve on loopback
  --ca FILE         PEM of a private CA: it becomes the caBundle, and --check trusts only this CA
  --inject-ca-from NAMESPACE/CERTIFICATE
                    instead of a caBundle, print the annotation by which cert-manager sets the CA of this Certificate

output
  --only PART,...   print only these parts: some of crd, webhooks, access
  --patches         for CRDs from other sources: print a kustomization (kind: Component) that sets their conversion
  --failure-policy Fail|Ignore, --timeout SECONDS
                    for all webhooks, instead of the kinds' own settings (default: those of a kind, else Fail and 15)
  --review-versions LIST
                    v1, v1beta1 or both; the cluster uses the first (default: v1,v1beta1)
  --namespace NS    an existing namespace for the lookups' ServiceAccount and token (default: customhouse, which
                    is then printed too)
${kindsHelp}
  -o, --output FORM yaml (default), or json: one List

checks
  --check           first send the service a review for every pair of versions and for every webhook, with your samples
                    and with an object without fields; if kube-apiserver would refuse a response, show what was
                    sent, what was received and a remedy, and print no manifests
  --connect HOST:PORT
                    connect --check to this address instead of the url's host: for a Service behind kubectl port-forward
  --diff            print what applying the manifests would change in the cluster (a server-side dry run: nothing is
                    stored), with keys hidden, instead of the manifests
  --kubeconfig FILE, --context NAME, --kubectl FILE
                    for --diff: the cluster, and the kubectl to use

example: customhouse manifests --url https://hooks.example.com --cluster prod --key-file key --check > prod.yaml
         kubectl apply --server-side -f prod.yaml
         customhouse manifests --url https://hooks.example.com --cluster prod --key-file key --diff
exit code: 0 printed, or no difference; 1 --check failed, or --diff found one; 2 wrong usage, or kubectl failed`,
  forms: yamlOrJson,
  options: {
    ...kindsOption,
    url: { type: "string" },
    service: { type: "string" },
    cluster: { type: "string" },
    "key-file": { type: "string" },
    ...secretOptions,
    "no-key": { type: "boolean" },
    ca: { type: "string" },
    "inject-ca-from": { type: "string" },
    ...connectOption,
    only: { type: "string" },
    patches: { type: "boolean" },
    "failure-policy": { type: "string" },
    timeout: { type: "string" },
    "review-versions": { type: "string" },
    namespace: { type: "string" },
    ...outputOption,
    check: { type: "boolean" },
    diff: { type: "boolean" },
    kubeconfig: { type: "string" },
    context: { type: "string" },
    kubectl: { type: "string" },
  },
  run: async (invocation) => {
    const form = outputForm(invocation, yamlOrJson);
    const request = await manifestsRequest(invocation);
    const isPatches = invocation.options["patches"] === true;
    const found = await requestedKinds(invocation);
    const kinds = await registeredKinds(found, request, isPatches);
    for (const line of remarksOn(found, request)) invocation.error(line);
    if (invocation.options["check"] === true && !(await isServiceReady(kinds, request, invocation)))
      return 1;
    const { settings, parts } = request;
    const registration: Registration = isPatches
      ? { conversions: kindConversions(kinds, settings) }
      : {
          objects: registrationObjects(kinds, settings, parts),
          outdated: parts.includes("webhooks") ? outdatedWebhooks(kinds) : [],
        };
    if (invocation.options["diff"] === true) return showDiff(registration, request, invocation);
    invocation.out(manifestsText(registration, form === "json"));
    return 0;
  },
};

/** The result to print or compare: whole objects, or with `--patches` only the conversion of each definition. */
type Registration =
  | { readonly objects: readonly JsonObject[]; readonly outdated: readonly JsonObject[] }
  | { readonly conversions: readonly NamedConversion[] };

/**
 * Warnings and notes for the user, a line each. Without the parts crd and webhooks, there are no notes on the conversion guard.
 */
function remarksOn(
  found: readonly KindInFolder[],
  { parts, warnings }: ManifestsRequest,
): readonly string[] {
  const webhook = parts.includes("webhooks") ? "registered" : "left out";
  const isAccessAlone = parts.every((part) => part === "access");
  const notes = [
    ...(isAccessAlone ? [] : found.flatMap((kind) => guardNotes(kind, webhook))),
    ...(parts.includes("access") ? found.flatMap(({ kind }) => secretNotes(kind)) : []),
  ];
  return [
    ...warnings.map((warning) => `warning: ${warning}`),
    ...notes.map((note) => `note: ${note}`),
  ];
}

/**
 * The kinds, with their definitions if these are printed. Throws {@link UsageError} for wrong webhook settings and a missing
 * crd.yaml.
 */
async function registeredKinds(
  found: readonly KindInFolder[],
  { parts }: ManifestsRequest,
  isPatches: boolean,
): Promise<readonly RegisteredKind[]> {
  const faults = found.flatMap(({ kind }) => webhookFaults(kind));
  if (faults.length > 0) throw new UsageError(faults.join("\n"));
  const isPrinted = parts.includes("crd") && !isPatches;
  return found.map(({ kind, folder }) =>
    isPrinted ? { kind, definition: definitionOf({ kind, folder }) } : { kind },
  );
}

function definitionOf(found: KindInFolder): JsonObject {
  const definition = definitionInFolder(found.folder);
  if (definition !== undefined) return definition;
  throw new UsageError(
    `${definitionName(found.kind)} has no ${join(found.folder, "crd.yaml")}: add that file, or leave out definitions with --patches or with --only webhooks,access`,
  );
}

async function isServiceReady(
  kinds: readonly RegisteredKind[],
  { settings, parts, ca, connectTo }: ManifestsRequest,
  { error, progress }: Invocation,
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
  const sender = reviewSender({
    ...(ca !== undefined && { ca }),
    ...(connectTo !== undefined && { connectTo }),
  });
  try {
    const reports = await checkService(reviews, settings.address, (url, review) =>
      sender.send(url, stringify(review)),
    );
    for (const report of reports) error(`check failed: ${report}`);
    if (reports.length === 0) {
      progress.error(`checked: kube-apiserver would accept all ${reviews.length} responses`);
    }
    return reports.length === 0;
  } finally {
    sender.close();
  }
}

async function showDiff(
  registration: Registration,
  { settings }: ManifestsRequest,
  invocation: Invocation,
): Promise<number> {
  const mask = (text: string): string => maskKeys(text, settings.address);
  const kubectl = openKubectl({ ...requestedCluster(invocation), mask });
  const differences =
    "objects" in registration
      ? [
          ...(await compareLive(registration.objects, kubectl)),
          ...(await compareOutdated(registration.outdated, kubectl)),
        ]
      : await compareConversions(registration.conversions, kubectl);
  for (const line of differences) invocation.out(mask(line));
  if (differences.length > 0) return 1;
  invocation.out("no difference: the cluster has all these objects");
  return 0;
}

function manifestsText(registration: Registration, isJson: boolean): string {
  if ("conversions" in registration) {
    const component = kustomizePatches(registration.conversions);
    return isJson ? manifestJson(component) : blockYaml(component).trimEnd();
  }
  const { objects } = registration;
  return isJson
    ? manifestJson({ apiVersion: "v1", kind: "List", items: objects })
    : objects.map(blockYaml).join("---\n").trimEnd();
}
