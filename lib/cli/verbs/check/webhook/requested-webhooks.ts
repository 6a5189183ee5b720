import { type Invocation, textOption, UsageError } from "../../../command.ts";
import { certificatesIn } from "../../../files/certificates.ts";
import { readObjectsAt } from "../../../files/yaml.ts";
import { readDefinition } from "../../../kinds/definitions.ts";
import { numberOption } from "../../../option-values.ts";
import { type ConnectTo, requestedConnection } from "../../../server/connection.ts";
import { type ExternalWebhook, webhookAddress } from "../../../wire/webhook-address.ts";
import { admissionTargets } from "./admission-targets.ts";
import { webhooksInCluster } from "./cluster-targets.ts";
import { readWebhookKind, type WebhookKind } from "./kind-option.ts";
import type { ChosenWebhooks, WebhookTarget, WebhookTargets } from "./targets.ts";

/**
 * Finds the webhooks of `--url`, `--admission` or `--cluster`. `seed` decides which objects `--live` reads. Throws {@link
 * UsageError} if there is none, or if options are missing or contradict each other.
 */
export async function chosenWebhooks(
  invocation: Invocation,
  seed: number,
): Promise<ChosenWebhooks> {
  const crd = textOption(invocation, "crd");
  const context = textOption(invocation, "cluster");
  const live = liveOption(invocation);
  if (context !== undefined) {
    if (crd === undefined) {
      throw new UsageError(
        "--cluster needs --crd NAME: the name of the definition, such as jobs.example.com",
      );
    }
    return webhooksInCluster(invocation, { context, crdName: crd, live, seed });
  }
  const url = textOption(invocation, "url");
  const address = url === undefined ? undefined : webhookAddress(url);
  if (crd === undefined) {
    const option = url === undefined ? "admission" : "url";
    throw new UsageError(
      `--${option} needs --crd FILE: the CustomResourceDefinition of the webhook's kind`,
    );
  }
  const kind = readWebhookKind(invocation, readDefinition(crd));
  const ca = certificatesIn(textOption(invocation, "ca"));
  const connectTo = requestedConnection(invocation);
  if (connectTo !== undefined && address === undefined)
    throw new UsageError("--connect needs --url");
  const conversion = address === undefined ? [] : [conversionTarget(address, ca, connectTo)];
  if (conversion.length > 0 && kind.crd.versions.length < 2) {
    throw new UsageError(`${crd} has one served or stored version: nothing is converted`);
  }
  const { targets, skipped } = await admissionIn(invocation, kind, ca);
  return {
    kind,
    live: [],
    targets: [...conversion, ...targets],
    skipped,
    [Symbol.asyncDispose]: async () => undefined,
  };
}

/** The most objects for `--live`, because the check generates objects from each of them. `--recordings` has the same limit. */
const maxLive = 200;

/**
 * The number of `--live`; undefined if it is left out. Throws {@link UsageError} for a number outside 1 to {@link maxLive},
 * without `--cluster`, and with `--url` or `--admission`.
 */
function liveOption(invocation: Invocation): number | undefined {
  const count = numberOption(invocation, "live", 1);
  if (count === undefined) return undefined;
  const isAlone = ["url", "admission"].every((name) => textOption(invocation, name) === undefined);
  if (textOption(invocation, "cluster") === undefined || !isAlone) {
    throw new UsageError(
      "--live needs --cluster without --url and --admission: objects of a cluster are sent only to the conversion webhook of their definition",
    );
  }
  if (count > maxLive) throw new UsageError(`--live takes 1 to ${maxLive}, not ${count}`);
  return count;
}

/** The webhook that `--url` names. With `--connect` it counts as one that may serve a cluster, whatever its address. */
function conversionTarget(
  { url, shown, isPrivate }: ExternalWebhook,
  ca: string | undefined,
  connectTo: ConnectTo | undefined,
): WebhookTarget {
  const isCareful = !isPrivate || connectTo !== undefined;
  return { url, shown, isCareful, ca, ...(connectTo !== undefined && { connectTo }) };
}

async function admissionIn(
  invocation: Invocation,
  { crd }: WebhookKind,
  ca: string | undefined,
): Promise<WebhookTargets> {
  const file = textOption(invocation, "admission");
  if (file === undefined) return { targets: [], skipped: [] };
  const found = await admissionTargets(readObjectsAt(file), crd, { ca, reach: undefined });
  if (found.targets.length + found.skipped.length > 0) return found;
  throw new UsageError(
    `${file} does not hold a webhook configuration with a rule for ${crd.plural}.${crd.group}`,
  );
}
