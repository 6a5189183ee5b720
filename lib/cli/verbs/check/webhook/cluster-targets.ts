import { mapAt, textAt } from "../../../../json/members.ts";
import { isObject, type JsonObject, member } from "../../../../json/value.ts";
import { type Invocation, textOption, UsageError } from "../../../command.ts";
import { certificatesIn } from "../../../files/certificates.ts";
import { openKubectl } from "../../../server/kubectl.ts";
import { type PortForward, portForward } from "../../../server/port-forward.ts";
import { withCluster } from "../../../server/requested-cluster.ts";
import { retryingReader } from "../../../server/retrying-reader.ts";
import { webhookAddress } from "../../../wire/webhook-address.ts";
import { admissionTargets, caIn, type ReachService } from "./admission-targets.ts";
import { readWebhookKind } from "./kind-option.ts";
import { liveObjects } from "./live-objects.ts";
import type { ChosenWebhooks, WebhookTarget } from "./targets.ts";

const configurations = "mutatingwebhookconfigurations,validatingwebhookconfigurations";

/**
 * The webhooks that a cluster calls for a kind: that of the definition's `spec.conversion`, and those of the webhook
 * configurations. The user's kubectl reads these objects, and forwards a port to each service; TLS is verified for the service's
 * name, as by kube-apiserver. Throws {@link UsageError} if the cluster lacks the definition or calls no webhook for the kind.
 */
export async function webhooksInCluster(
  invocation: Invocation,
  { context, crdName, live: liveCount, seed }: ClusterChoice,
): Promise<ChosenWebhooks> {
  const program = textOption(invocation, "kubectl") ?? "kubectl";
  const cluster = { program, kubeconfig: null, context };
  const kubectl = openKubectl(cluster);
  const [definition] = await kubectl.get("customresourcedefinitions", crdName);
  if (definition === undefined)
    throw new UsageError(`the cluster of ${context} has no CustomResourceDefinition ${crdName}`);
  const kind = readWebhookKind(invocation, definition);
  const ca = certificatesIn(textOption(invocation, "ca"));
  const forwards: PortForward[] = [];
  const reach: ReachService = async (service) => {
    const target = serviceOf(service);
    const forward = await portForward(cluster, target);
    forwards.push(forward);
    const host = `${target.name}.${target.namespace}.svc`;
    return {
      url: `https://${host}:${target.port}${target.path}`,
      shown: `service ${target.namespace}/${target.name}`,
      connectTo: forward.connectTo,
    };
  };
  const close = async (): Promise<void> => {
    for (const forward of forwards) await forward[Symbol.asyncDispose]();
  };
  try {
    const conversion = await conversionTarget(definition, { ca, reach, crdName });
    const registered = await kubectl.get(configurations);
    const { targets, skipped } = await admissionTargets(registered, kind.crd, { ca, reach });
    const all = [...(conversion === undefined ? [] : [conversion]), ...targets];
    if (all.length + skipped.length === 0) {
      throw new UsageError(`the cluster of ${context} calls no webhook for ${crdName}`);
    }
    if (liveCount !== undefined && conversion === undefined) {
      throw new UsageError(`--live: ${crdName} names no conversion webhook`);
    }
    const live =
      liveCount === undefined
        ? []
        : await withCluster(cluster, (api) =>
            liveObjects(retryingReader(api), { crd: kind.crd, count: liveCount, seed }),
          );
    return { kind, live, targets: all, skipped, [Symbol.asyncDispose]: close };
  } catch (fault) {
    await close();
    throw fault;
  }
}

/** A definition in a cluster, and how many of its objects to read. */
export interface ClusterChoice {
  readonly context: string;
  readonly crdName: string;
  /** The number of objects to read from the cluster; undefined for none. */
  readonly live: number | undefined;
  /** The seed of the random choice of these objects. */
  readonly seed: number;
}

interface TargetContext {
  readonly ca: string | undefined;
  readonly reach: ReachService;
  readonly crdName: string;
}

/** The conversion webhook of a definition; undefined if it names none. */
async function conversionTarget(
  definition: JsonObject,
  { ca, reach, crdName }: TargetContext,
): Promise<WebhookTarget | undefined> {
  const webhook = mapAt(mapAt(mapAt(definition, "spec"), "conversion"), "webhook");
  const config = mapAt(webhook, "clientConfig");
  const trusted = ca ?? caIn(config, crdName);
  const service = member(config, "service");
  if (isObject(service)) return { ...(await reach(service)), ca: trusted, isCareful: true };
  const url = member(config, "url");
  if (typeof url !== "string") return undefined;
  const address = webhookAddress(url);
  return { url: address.url, shown: address.shown, ca: trusted, isCareful: true };
}

/** The default port of a webhook's service. */
const httpsPort = 443;

function serviceOf(service: JsonObject) {
  const port = member(service, "port");
  return {
    namespace: textAt(service, "namespace"),
    name: textAt(service, "name"),
    path: textAt(service, "path"),
    port: typeof port === "number" ? port : httpsPort,
  };
}
