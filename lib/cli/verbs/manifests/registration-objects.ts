import type { FailurePolicy } from "../../../admission/webhook-settings.ts";
import type { JsonObject } from "../../../json/value.ts";
import type { Kind } from "../../../kind/kind.ts";
import type { Verb } from "../../../request/routes.ts";
import {
  definitionName,
  lookupTargets,
  mutatedResources,
  needsConversion,
  type RegisteredKind,
  validatedResources,
  webhookName,
} from "../../kinds/registered-kind.ts";
import { type WebhookAddress, webhookPath, webhookUrl } from "./address.ts";
import {
  type ClientConfig,
  conversionStanza,
  injectedCa,
  withAnnotations,
  withConversion,
} from "./conversion-stanza.ts";
import { lookupAccess } from "./lookup-access.ts";
import { type WebhookType, webhookConfiguration } from "./webhook-configuration.ts";

/** The parts of a registration: definitions, webhook configurations, the lookups' access. */
export type RegistrationPart = "crd" | "webhooks" | "access";

/** The settings of a registration: how a cluster reaches the service, and settings of webhooks and access. */
export interface RegistrationSettings {
  readonly address: WebhookAddress;
  /** The CA: PEM in base64. Absent if the certificate is publicly trusted, or cert-manager sets the CA. */
  readonly caBundle?: string;
  /** `NAMESPACE/NAME` of the Certificate whose CA cert-manager sets as caBundle. */
  readonly injectCaFrom?: string;
  /** The versions of ConversionReview and AdmissionReview; the API server uses the first that it supports. */
  readonly reviewVersions: readonly string[];
  /** Replaces the setting of every kind. */
  readonly failurePolicy?: FailurePolicy;
  /** Replaces the setting of every kind. */
  readonly timeoutSeconds?: number;
  /** The namespace of the lookups' ServiceAccount. */
  readonly namespace: string;
}

/**
 * The objects that register kinds in a cluster, in the order in which to apply them. Definitions are included for kinds that
 * have one; {@link kindConversions} returns only their conversion stanzas.
 */
export function registrationObjects(
  kinds: readonly RegisteredKind[],
  settings: RegistrationSettings,
  parts: readonly RegistrationPart[],
): readonly JsonObject[] {
  const objectsOf: Readonly<Record<RegistrationPart, () => readonly JsonObject[]>> = {
    access: () =>
      lookupAccess(
        kinds.flatMap(({ kind }) => lookupTargets(kind)),
        settings.namespace,
      ),
    crd: () => kinds.flatMap((kind) => definitionOf(kind, settings)),
    webhooks: () => kinds.flatMap(({ kind }) => webhooksOf(kind, settings)),
  };
  const order: readonly RegistrationPart[] = ["access", "crd", "webhooks"];
  return order.filter((part) => parts.includes(part)).flatMap((part) => objectsOf[part]());
}

/** The `spec.conversion` of a definition, with the definition's name. */
export interface NamedConversion {
  readonly name: string;
  readonly conversion: JsonObject;
  /** Annotations that the definition also needs; absent if none. */
  readonly annotations?: JsonObject;
}

/** The conversion of each kind with more than one version. */
export function kindConversions(
  kinds: readonly RegisteredKind[],
  settings: RegistrationSettings,
): readonly NamedConversion[] {
  const conversion = conversionStanza(clientOf(settings, "convert"), settings.reviewVersions);
  return kinds
    .filter(({ kind }) => needsConversion(kind))
    .map(({ kind }) => ({ name: definitionName(kind), conversion, ...annotationsOf(settings) }));
}

function definitionOf(
  { kind, definition }: RegisteredKind,
  settings: RegistrationSettings,
): readonly JsonObject[] {
  if (definition === undefined) return [];
  const [stanza] = kindConversions([{ kind }], settings);
  return [stanza === undefined ? definition : convertedDefinition(definition, stanza)];
}

/** Sets the conversion of a definition, and adds the annotations that the conversion needs. */
export function convertedDefinition(
  definition: JsonObject,
  { conversion, annotations }: Pick<NamedConversion, "conversion" | "annotations">,
): JsonObject {
  const whole = withConversion(definition, conversion);
  return annotations === undefined ? whole : withAnnotations(whole, annotations);
}

function annotationsOf({
  injectCaFrom,
}: RegistrationSettings): Pick<NamedConversion, "annotations"> {
  return injectCaFrom === undefined ? {} : { annotations: injectedCa(injectCaFrom) };
}

function webhooksOf(kind: Kind, settings: RegistrationSettings): readonly JsonObject[] {
  return webhookTypes
    .filter(({ resourcesOf }) => resourcesOf(kind).length > 0)
    .map((type) => configurationOf(kind, settings, type));
}

/** A type of webhook, with the verb in its url and a function for the resources that it covers. */
interface RegisteredWebhookType {
  readonly type: WebhookType;
  readonly verb: Verb;
  readonly resourcesOf: (kind: Kind) => readonly string[];
}

const webhookTypes: readonly RegisteredWebhookType[] = [
  { type: "Mutating", verb: "mutate", resourcesOf: mutatedResources },
  { type: "Validating", verb: "validate", resourcesOf: validatedResources },
];

/**
 * The webhook configurations that kinds do not need, with only type and name. One that exists in a cluster was registered
 * by an older build.
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
  { type, verb, resourcesOf }: RegisteredWebhookType,
): JsonObject {
  const { reviewVersions, failurePolicy, timeoutSeconds } = settings;
  const { group, scope, versions } = kind.crd;
  const { annotations } = annotationsOf(settings);
  const configuration = webhookConfiguration(type, definitionName(kind), [
    {
      ...kind.admission?.webhook,
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
  return annotations === undefined ? configuration : withAnnotations(configuration, annotations);
}

function clientOf({ address, caBundle }: RegistrationSettings, verb: Verb): ClientConfig {
  const { service } = address;
  const trust = caBundle === undefined ? {} : { caBundle };
  return service === undefined
    ? { url: webhookUrl(address, verb), ...trust }
    : { service: { ...service, path: webhookPath(address, verb) }, ...trust };
}
