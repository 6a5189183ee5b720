import { base64 } from "../../../protocol/base64.ts";
import { dns1123LabelFaults } from "../../../schema/metadata/names.ts";
import { type Invocation, textOption, UsageError } from "../../command.ts";
import { certificatesIn } from "../../files/certificates.ts";
import { choiceOption } from "../../option-values.ts";
import { type ConnectTo, requestedConnection } from "../../server/connection.ts";
import { defaultNamespace } from "./lookup-access.ts";
import type { RegistrationPart, RegistrationSettings } from "./registration-objects.ts";
import { requestedAddress, requestedTrust } from "./request-address.ts";
import { isAllowedTimeoutSeconds } from "./webhook-faults.ts";

/** The options of `customhouse manifests`. */
export interface ManifestsRequest {
  readonly settings: RegistrationSettings;
  readonly parts: readonly RegistrationPart[];
  /** PEM of the CA that --check trusts; undefined if the certificate is publicly trusted. */
  readonly ca: string | undefined;
  /** The address that --check connects to instead of the url's host; undefined without --connect. */
  readonly connectTo: ConnectTo | undefined;
  /** Warnings for the user, a line each. */
  readonly warnings: readonly string[];
}

/** Reads the options, and the key from a file or the secret. Errors: {@link UsageError}, whose message never has a key. */
export async function manifestsRequest(invocation: Invocation): Promise<ManifestsRequest> {
  const [word] = invocation.words;
  if (word !== undefined) throw new UsageError("unexpected argument: manifests takes options only");
  const { address, warnings } = await requestedAddress(invocation);
  const given = certificatesIn(textOption(invocation, "ca"));
  const { ca, injectCaFrom } = requestedTrust(invocation, address, given);
  const failurePolicy = choiceOption(invocation, "failure-policy", ["Fail", "Ignore"]);
  const timeoutSeconds = timeoutOf(textOption(invocation, "timeout"));
  return {
    settings: {
      address,
      ...(injectCaFrom !== undefined && { injectCaFrom }),
      ...(injectCaFrom === undefined && ca !== undefined && { caBundle: base64(ca) }),
      reviewVersions: reviewVersionsOf(textOption(invocation, "review-versions")),
      ...(failurePolicy !== undefined && { failurePolicy }),
      ...(timeoutSeconds !== undefined && { timeoutSeconds }),
      namespace: namespaceOf(textOption(invocation, "namespace")),
    },
    parts: registrationParts(invocation),
    ca,
    connectTo: requestedConnection(invocation),
    warnings,
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

function timeoutOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (/^\d+$/.test(text) && isAllowedTimeoutSeconds(Number(text))) return Number(text);
  throw new UsageError(`--timeout takes seconds from 1 to 30, not ${JSON.stringify(text)}`);
}

function namespaceOf(text: string = defaultNamespace): string {
  const [fault] = dns1123LabelFaults(text);
  if (fault !== undefined) throw new UsageError(`--namespace ${JSON.stringify(text)}: ${fault}`);
  return text;
}

const allParts: readonly RegistrationPart[] = ["crd", "webhooks", "access"];

function registrationParts(invocation: Invocation): readonly RegistrationPart[] {
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
      `--patches prints only the patches of definitions, so it can't be combined with --only ${only}: print webhooks and access with a second command without --patches`,
    );
  }
  return parts;
}
