import type { FailurePolicy } from "../../../admission/webhook-settings.ts";
import { base64 } from "../../../protocol/base64.ts";
import { isSegment } from "../../../request/path-credentials.ts";
import { dns1123LabelFaults } from "../../../schema/metadata/names.ts";
import { callerKey } from "../../callers/caller-key.ts";
import { type Invocation, textOption, UsageError } from "../../command.ts";
import { certificatesIn } from "../../files/certificates.ts";
import { isLoopback, readBase, type WebhookAddress } from "./address.ts";
import { defaultNamespace } from "./lookup-access.ts";
import type { RegistrationPart, RegistrationSettings } from "./registration-objects.ts";
import { isTimeout } from "./webhook-faults.ts";

/** The options of `customhouse manifests`. */
export interface ManifestsRequest {
  readonly settings: RegistrationSettings;
  readonly parts: readonly RegistrationPart[];
  /** PEM of the CA; undefined where the certificate is publicly trusted. */
  readonly ca: string | undefined;
  /** Warnings for the user, a line each. */
  readonly warnings: readonly string[];
}

/** Reads the options. Errors: {@link UsageError}, which never shows a key. */
export async function manifestsRequest(invocation: Invocation): Promise<ManifestsRequest> {
  const [word] = invocation.words;
  if (word !== undefined) throw new UsageError("unexpected argument: manifests takes options only");
  const { address, warnings } = await addressOf(invocation);
  const ca = certificatesIn(textOption(invocation, "ca"));
  const failurePolicy = failurePolicyOf(textOption(invocation, "failure-policy"));
  const timeoutSeconds = timeoutOf(textOption(invocation, "timeout"));
  return {
    settings: {
      address,
      ...(ca !== undefined && { caBundle: base64(ca) }),
      reviewVersions: reviewVersionsOf(textOption(invocation, "review-versions")),
      ...(failurePolicy !== undefined && { failurePolicy }),
      ...(timeoutSeconds !== undefined && { timeoutSeconds }),
      namespace: namespaceOf(textOption(invocation, "namespace")),
    },
    parts: partsOf(invocation),
    ca,
    warnings,
  };
}

interface AddressWithWarnings {
  readonly address: WebhookAddress;
  readonly warnings: readonly string[];
}

async function addressOf(invocation: Invocation): Promise<AddressWithWarnings> {
  const url = textOption(invocation, "url");
  if (url === undefined) throw new UsageError("name the service with --url https://HOST");
  const base = readBase(url);
  if (!base.ok) throw new UsageError(`--url: ${base.error}`);
  const isKeyless = invocation.options["no-key"] === true;
  const given = ["key-file", "secrets", "secret-id"].filter(
    (name) => textOption(invocation, name) !== undefined,
  );
  if (given.length + Number(isKeyless) > 1) {
    throw new UsageError(
      "--key-file, --secrets, --secret-id and --no-key exclude one another: give one",
    );
  }
  const cluster = textOption(invocation, "cluster");
  if (isKeyless) return keyless(base.value, cluster);
  if (cluster === undefined || !isSegment(cluster)) {
    throw new UsageError(
      "name the cluster with --cluster NAME, as in the secret: letters, digits, _ ~ and -",
    );
  }
  const { key, warning } = await callerKey(invocation, cluster);
  const warnings = warning === undefined ? [] : [warning];
  return { address: { base: base.value, caller: { cluster, key } }, warnings };
}

function keyless(base: string, cluster: string | undefined): AddressWithWarnings {
  if (cluster !== undefined)
    throw new UsageError("a url without a key names no cluster: leave out --cluster or --no-key");
  return {
    address: { base },
    warnings: isLoopback(base)
      ? []
      : [
          "without a key the service responds to everybody who reaches the url: serve does so on loopback only",
        ],
  };
}

function reviewVersionsOf(text = "v1,v1beta1"): readonly string[] {
  const versions = text.split(",");
  const isKnown = versions.every((version) => version === "v1" || version === "v1beta1");
  if (isKnown && new Set(versions).size === versions.length) return versions;
  throw new UsageError(
    `--review-versions takes v1, v1beta1 or both with a comma, not ${JSON.stringify(text)}`,
  );
}

function failurePolicyOf(text: string | undefined): FailurePolicy | undefined {
  if (text === undefined || text === "Fail" || text === "Ignore") return text;
  throw new UsageError(`--failure-policy takes Fail or Ignore, not ${JSON.stringify(text)}`);
}

function timeoutOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (/^\d+$/.test(text) && isTimeout(Number(text))) return Number(text);
  throw new UsageError(`--timeout takes seconds from 1 to 30, not ${JSON.stringify(text)}`);
}

function namespaceOf(text: string = defaultNamespace): string {
  const [fault] = dns1123LabelFaults(text);
  if (fault !== undefined) throw new UsageError(`--namespace ${JSON.stringify(text)}: ${fault}`);
  return text;
}

const allParts: readonly RegistrationPart[] = ["crd", "webhooks", "access"];

function partsOf(invocation: Invocation): readonly RegistrationPart[] {
  const only = textOption(invocation, "only");
  const isPatches = invocation.options["patches"] === true;
  if (only === undefined) return isPatches ? ["crd"] : allParts;
  const names = only.split(",");
  const parts = allParts.filter((part) => names.includes(part));
  if (parts.length !== names.length) {
    throw new UsageError(
      `--only takes some of ${allParts.join(", ")} separated by commas, not ${JSON.stringify(only)}`,
    );
  }
  if (isPatches && only !== "crd") {
    throw new UsageError(
      "--patches prints definitions only: print the rest with another call without it",
    );
  }
  return parts;
}
