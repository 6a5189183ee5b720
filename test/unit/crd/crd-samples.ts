import type { JsonObject, JsonValue } from "../../../lib/json/value.ts";

/** A CustomResourceDefinition that the server accepts, with other parts in its spec where given. */
export function crontabs(
  spec: Readonly<Record<string, JsonValue>> = {},
  metadata: JsonObject = {},
): JsonObject {
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: "crontabs.stable.example.com", ...metadata },
    spec: {
      group: "stable.example.com",
      scope: "Namespaced",
      names: { plural: "crontabs", kind: "CronTab" },
      versions: [version()],
      ...spec,
    },
  };
}

/** A served and stored version v1, with other parts where given. */
export function version(parts: Readonly<Record<string, JsonValue>> = {}): JsonObject {
  return {
    name: "v1",
    served: true,
    storage: true,
    schema: { openAPIV3Schema: { type: "object" } },
    ...parts,
  };
}

/** A definition whose one version has the schema. */
export function crontabsOf(schema: JsonValue, parts: JsonObject = {}): JsonObject {
  return crontabs({ versions: [version({ schema: { openAPIV3Schema: schema }, ...parts })] });
}

/** A definition whose conversion webhook has the client configuration. */
export function crontabsWith(clientConfig: JsonObject): JsonObject {
  const webhook = { clientConfig, conversionReviewVersions: ["v1"] };
  return crontabs({ conversion: { strategy: "Webhook", webhook } });
}
