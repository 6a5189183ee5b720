import type { FailurePolicy } from "../../../admission/webhook-settings.ts";
import type { JsonObject } from "../../../json/value.ts";
import type { Kind } from "../../../kind/kind.ts";
import type { Verb } from "../../../request/routes.ts";
import {
  definitionName,
  isConverted,
  lookupTargets,
  mutatedResources,
  type RegisteredKind,
  validatedResources,
  webhookName,
} from "../../kinds/registered-kind.ts";
import { type WebhookAddress, webhookUrl } from "./address.ts";
import { type ClientConfig, conversionStanza, withConversion } from "./conversion-stanza.ts";
import { lookupAccess } from "./lookup-access.ts";
import { type WebhookType, webhookConfiguration } from "./webhook-configuration.ts";

/** What may be left out of a registration: definitions, webhook configurations, the look-ups' user. */
export type Part = "crd" | "webhooks" | "access";

/** How a cluster is to ask the functions. */
export interface RegistrationSettings {
  readonly address: WebhookAddress;
  /** PEM in base64; left out where the certificate is one that every system trusts. */
  readonly caBundle?: string;
  /** The versions of the reviews; the server sends the first that it knows. */
  readonly reviewVersions: readonly string[];
  /** Wins over what a kind says. */
  readonly failurePolicy?: FailurePolicy;
  /** Wins over what a kind says. */
  readonly timeoutSeconds?: number;
  /** Where the look-ups' user is. */
  readonly namespace: string;
}

/**
 * The objects that register kinds in a cluster, in the order in which they are to be applied. A kind without its
 * definition gives none: {@link conversions} has what is ours of it.
 */
export function registrationObjects(
  kinds: readonly RegisteredKind[],
  settings: RegistrationSettings,
  parts: readonly Part[],
): readonly JsonObject[] {
  const made: Readonly<Record<Part, () => readonly JsonObject[]>> = {
    access: () =>
      lookupAccess(
        kinds.flatMap(({ kind }) => lookupTargets(kind)),
        settings.namespace,
      ),
    crd: () => kinds.flatMap((kind) => definitionOf(kind, settings)),
    webhooks: () => kinds.flatMap(({ kind }) => webhooksOf(kind, settings)),
  };
  const order: readonly Part[] = ["access", "crd", "webhooks"];
  return order.filter((part) => parts.includes(part)).flatMap((part) => made[part]());
}

/** The conversion stanza of a definition. */
export interface NamedConversion {
  /** The definition's. */
  readonly name: string;
  readonly conversion: JsonObject;
}

/** The conversion of each kind that has one: a definition of one version has nothing to convert. */
export function conversions(
  kinds: readonly RegisteredKind[],
  settings: RegistrationSettings,
): readonly NamedConversion[] {
  const conversion = conversionStanza(clientOf(settings, "convert"), settings.reviewVersions);
  return kinds
    .filter(({ kind }) => isConverted(kind))
    .map(({ kind }) => ({ name: definitionName(kind), conversion }));
}

function definitionOf(
  { kind, definition }: RegisteredKind,
  settings: RegistrationSettings,
): readonly JsonObject[] {
  if (definition === undefined) return [];
  const [stanza] = conversions([{ kind }], settings);
  return [stanza === undefined ? definition : withConversion(definition, stanza.conversion)];
}

function webhooksOf(kind: Kind, settings: RegistrationSettings): readonly JsonObject[] {
  return webhookTypes
    .filter(({ resourcesOf }) => resourcesOf(kind).length > 0)
    .map((type) => configurationOf(kind, settings, type));
}

/** A type of webhook, and what a kind has for it. */
interface TypeOfWebhook {
  readonly type: WebhookType;
  readonly verb: Verb;
  readonly resourcesOf: (kind: Kind) => readonly string[];
}

const webhookTypes: readonly TypeOfWebhook[] = [
  { type: "Mutating", verb: "mutate", resourcesOf: mutatedResources },
  { type: "Validating", verb: "validate", resourcesOf: validatedResources },
];

/**
 * The webhook configurations that kinds would have if they mutated or validated, by type and name alone: one that is in
 * a cluster was left there by an older build.
 */
export function outdatedWebhooks(kinds: readonly RegisteredKind[]): readonly JsonObject[] {
  return kinds.flatMap(({ kind }) =>
    webhookTypes
      .filter(({ resourcesOf }) => resourcesOf(kind).length === 0)
      .map(({ type }) => webhookConfiguration(type, definitionName(kind), [])),
  );
}

function configurationOf(
  kind: Kind,
  settings: RegistrationSettings,
  { type, verb, resourcesOf }: TypeOfWebhook,
): JsonObject {
  const { reviewVersions, failurePolicy, timeoutSeconds } = settings;
  const { group, scope, versions } = kind.crd;
  return webhookConfiguration(type, definitionName(kind), [
    {
      ...kind.admission.webhook,
      ...(failurePolicy !== undefined && { failurePolicy }),
      ...(timeoutSeconds !== undefined && { timeoutSeconds }),
      name: webhookName(kind),
      client: clientOf(settings, verb),
      reviewVersions,
      rule: {
        group,
        versions: versions.filter(({ served }) => served).map(({ name }) => name),
        resources: resourcesOf(kind),
        scope: scope === "Cluster" ? "Cluster" : "Namespaced",
      },
    },
  ]);
}

function clientOf({ address, caBundle }: RegistrationSettings, verb: Verb): ClientConfig {
  return { url: webhookUrl(address, verb), ...(caBundle !== undefined && { caBundle }) };
}
