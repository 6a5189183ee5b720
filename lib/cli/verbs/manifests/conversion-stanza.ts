import { isObject, type JsonObject, member } from "../../../json/value.ts";
import type { ServiceAddress } from "./address.ts";

/** How the server reaches a webhook: outside the cluster by a url, in the cluster by a Service. */
export type ClientConfig = WebhookPlace & {
  /** PEM in base64; absent where the certificate is publicly trusted, or where cert-manager sets it. */
  readonly caBundle?: string;
};

type WebhookPlace =
  | { readonly url: string }
  | { readonly service: ServiceAddress & { readonly path: string } };

/** `clientConfig` of a webhook. */
export function clientConfig({ caBundle, ...place }: ClientConfig): JsonObject {
  return { ...urlOrService(place), ...(caBundle !== undefined && { caBundle }) };
}

function urlOrService(place: WebhookPlace): JsonObject {
  if ("url" in place) return { url: place.url };
  const { namespace, name, path, port } = place.service;
  return { service: { namespace, name, path, port } };
}

/** The annotation by which cert-manager sets each caBundle of an object. Source: cert-manager, CA injector. */
export function injectedCa(certificate: string): JsonObject {
  return { "cert-manager.io/inject-ca-from": certificate };
}

/** An object with more annotations. */
export function withAnnotations(object: JsonObject, annotations: JsonObject): JsonObject {
  const metadata = member(object, "metadata");
  const own = isObject(metadata) ? metadata : {};
  const before = member(own, "annotations");
  const all = { ...(isObject(before) && before), ...annotations };
  return { ...object, metadata: { ...own, annotations: all } };
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
