import { mapAt } from "../../../json/members.ts";
import { isObject, type JsonObject, member } from "../../../json/value.ts";
import { metadataOf } from "../../../protocol/object-metadata.ts";
import type { ServiceAddress } from "./address.ts";

/** How the API server reaches a webhook: by a url outside the cluster, by a Service inside it. */
export type ClientConfig = WebhookEndpoint & {
  /** The CA: PEM in base64. Absent if the certificate is publicly trusted, or cert-manager sets the CA. */
  readonly caBundle?: string;
};

type WebhookEndpoint =
  | { readonly url: string }
  | { readonly service: ServiceAddress & { readonly path: string } };

/** The `clientConfig` of a webhook. */
export function clientConfig({ caBundle, ...place }: ClientConfig): JsonObject {
  return { ...urlOrService(place), ...(caBundle !== undefined && { caBundle }) };
}

function urlOrService(place: WebhookEndpoint): JsonObject {
  if ("url" in place) return { url: place.url };
  const { namespace, name, path, port } = place.service;
  return { service: { namespace, name, path, port } };
}

/** The annotation that makes cert-manager set each caBundle of an object. Source: cert-manager, CA injector. */
export function injectedCa(certificate: string): JsonObject {
  return { "cert-manager.io/inject-ca-from": certificate };
}

/** Adds annotations to an object. */
export function withAnnotations(object: JsonObject, annotations: JsonObject): JsonObject {
  const own = metadataOf(object);
  const all = { ...mapAt(own, "annotations"), ...annotations };
  return { ...object, metadata: { ...own, annotations: all } };
}

/** The `spec.conversion` of a CustomResourceDefinition whose versions the webhook converts. */
export function conversionStanza(
  client: ClientConfig,
  reviewVersions: readonly string[],
): JsonObject {
  return {
    strategy: "Webhook",
    webhook: { clientConfig: clientConfig(client), conversionReviewVersions: reviewVersions },
  };
}

/** Replaces the `spec.conversion` of a definition. */
export function withConversion(definition: JsonObject, conversion: JsonObject): JsonObject {
  const spec = member(definition, "spec");
  return { ...definition, spec: { ...(isObject(spec) && spec), conversion } };
}
