import { isSegment } from "../../../request/path-credentials.ts";
import { dns1123LabelFaults, dns1123SubdomainFaults } from "../../../schema/metadata/names.ts";
import { callerKey } from "../../callers/caller-key.ts";
import { type Invocation, textOption, UsageError } from "../../command.ts";
import { isLoopback, readBase, readService, serviceBase, type WebhookAddress } from "./address.ts";

interface AddressWithWarnings {
  readonly address: WebhookAddress;
  readonly warnings: readonly string[];
}

/** The service's address and the caller's key, from the options. Errors: {@link UsageError}, whose message never has a key. */
export async function requestedAddress(invocation: Invocation): Promise<AddressWithWarnings> {
  const place = webhookAddress(invocation);
  const isKeyless = invocation.options["no-key"] === true;
  const given = ["key-file", "secrets", "secret-id"].filter(
    (name) => textOption(invocation, name) !== undefined,
  );
  if (given.length + Number(isKeyless) > 1) {
    throw new UsageError(
      "--key-file, --secrets, --secret-id and --no-key can't be combined: give one of them",
    );
  }
  const cluster = textOption(invocation, "cluster");
  if (isKeyless) return addressWithoutKey(place, cluster);
  if (cluster === undefined) {
    throw new UsageError(
      "name the cluster with --cluster NAME and its key with --key-file FILE, --secrets FILE or --secret-id ID: customhouse keys new creates the key of a new cluster. Without a key (--no-key) only a service on loopback responds",
    );
  }
  if (!isSegment(cluster)) {
    throw new UsageError(`--cluster ${cluster}: a name has letters, digits, _ ~ and -`);
  }
  const { key, warning } = await callerKey(invocation, cluster);
  if (place.service !== undefined) checkServicePath(cluster, key);
  const warnings = warning === undefined ? [] : [warning];
  return { address: { ...place, caller: { cluster, key } }, warnings };
}

/**
 * Throws {@link UsageError} for a cluster or key that the API server refuses in the path of a Service, though not in a url.
 * Source: https://github.com/kubernetes/apiserver/blob/72f5171bff56/pkg/util/webhook/validation.go, ValidateWebhookService.
 */
function checkServicePath(cluster: string, key: string): void {
  const isRefused = (segment: string): boolean => dns1123SubdomainFaults(segment).length > 0;
  if (isRefused(cluster)) {
    throw new UsageError(
      `--cluster ${cluster}: in the path of a Service the API server accepts only lower-case letters, digits and -, with a letter or digit first and last. Add the cluster under such a name with customhouse keys new`,
    );
  }
  if (isRefused(key)) {
    throw new UsageError(
      `the key of ${cluster} has other characters than lower-case letters, digits and -, or - first or last, which the API server refuses in the path of a Service: create a new key with customhouse keys rotate`,
    );
  }
}

function webhookAddress(invocation: Invocation): WebhookAddress {
  const [url, service] = [textOption(invocation, "url"), textOption(invocation, "service")];
  if (url !== undefined && service !== undefined) {
    throw new UsageError(
      "--url and --service can't be combined: give --service for a service in the cluster, --url for one outside",
    );
  }
  if (service !== undefined) {
    const reference = readService(service);
    if (!reference.ok) throw new UsageError(`--service: ${reference.error}`);
    return { base: serviceBase(reference.value), service: reference.value };
  }
  if (url === undefined) {
    throw new UsageError(
      "name the service with --url https://HOST, or with --service NAMESPACE/NAME if it runs in the cluster",
    );
  }
  const base = readBase(url);
  if (!base.ok) throw new UsageError(`--url: ${base.error}`);
  return { base: base.value };
}

function addressWithoutKey(
  place: WebhookAddress,
  cluster: string | undefined,
): AddressWithWarnings {
  if (cluster !== undefined)
    throw new UsageError("--cluster and --no-key can't be combined: leave out one of them");
  return {
    address: place,
    warnings: isLoopback(place.base)
      ? []
      : [
          "--no-key is for customhouse serve on loopback: without a key, a service responds to everybody who reaches the url",
        ],
  };
}

/** How the API server gets the CA of the service's certificate. Both members are undefined for a publicly trusted certificate. */
interface RequestedTrust {
  /** PEM of the CA, from --ca. It becomes the caBundle, unless cert-manager sets that. */
  readonly ca: string | undefined;
  /** `NAMESPACE/NAME` of the Certificate whose CA cert-manager is to set as the caBundle. */
  readonly injectCaFrom: string | undefined;
}

/**
 * Reads the options about the CA. Throws {@link UsageError} for a wrong `--inject-ca-from`, and for `--service` without a CA,
 * because no public CA issues certificates for the name of a Service.
 */
export function requestedTrust(
  invocation: Invocation,
  { service }: WebhookAddress,
  ca: string | undefined,
): RequestedTrust {
  const injectCaFrom = textOption(invocation, "inject-ca-from");
  if (injectCaFrom !== undefined && !isNamespacedName(injectCaFrom)) {
    throw new UsageError(
      `--inject-ca-from takes NAMESPACE/NAME of a Certificate, not ${JSON.stringify(injectCaFrom)}`,
    );
  }
  if (service !== undefined && ca === undefined && injectCaFrom === undefined) {
    throw new UsageError(
      "the certificate of a Service is never publicly trusted: give its CA with --ca FILE, or let cert-manager set it with --inject-ca-from NAMESPACE/CERTIFICATE",
    );
  }
  return { ca, injectCaFrom };
}

function isNamespacedName(text: string): boolean {
  const [namespace = "", name = "", ...rest] = text.split("/");
  return (
    rest.length === 0 &&
    dns1123LabelFaults(namespace).length === 0 &&
    dns1123SubdomainFaults(name).length === 0
  );
}
