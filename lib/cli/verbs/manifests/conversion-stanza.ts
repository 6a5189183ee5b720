import { isObject, type JsonObject, member } from "../../../json/value.ts";

/** How the server reaches a webhook outside the cluster. */
export interface ClientConfig {
  readonly url: string;
  /** PEM in base64; absent where the certificate is publicly trusted. */
  readonly caBundle?: string;
}

/** `clientConfig` of a webhook. */
export function clientConfig({ url, caBundle }: ClientConfig): JsonObject {
  return { url, ...(caBundle !== undefined && { caBundle }) };
}

/** `spec.conversion` of a CustomResourceDefinition whose versions the webhook converts. */
export function conversionStanza(
  client: ClientConfig,
  reviewVersions: readonly string[],
): JsonObject {
  return {
    strategy: "Webhook",
    webhook: { clientConfig: clientConfig(client), conversionReviewVersions: reviewVersions },
  };
}

/** A definition with another conversion stanza. */
export function withConversion(definition: JsonObject, conversion: JsonObject): JsonObject {
  const spec = member(definition, "spec");
  return { ...definition, spec: { ...(isObject(spec) && spec), conversion } };
}
