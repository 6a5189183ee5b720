import { isArray, type JsonObject } from "../../json/value.ts";

/** Moves the fields of `conversion` to where v1 has them. Sets `conversionReviewVersions` if v1beta1 would default it. */
export function upgradeConversion(
  conversion: JsonObject,
  addNote: (path: string, text: string) => void,
): JsonObject {
  const { webhookClientConfig, conversionReviewVersions: versions, ...rest } = conversion;
  const hasVersions = isArray(versions) && versions.length > 0;
  const isWebhook = rest["strategy"] === "Webhook";
  if (webhookClientConfig !== undefined) {
    addNote("spec.conversion.webhookClientConfig", "moved to spec.conversion.webhook.clientConfig");
  }
  if (isWebhook && !hasVersions) {
    addNote(
      "spec.conversion.conversionReviewVersions",
      'set to ["v1beta1"], the default of v1beta1',
    );
  } else if (hasVersions) {
    const to = "spec.conversion.webhook.conversionReviewVersions";
    addNote("spec.conversion.conversionReviewVersions", `moved to ${to}`);
  }
  if (!isWebhook && webhookClientConfig === undefined && !hasVersions) return rest;
  return {
    ...rest,
    webhook: {
      ...(webhookClientConfig !== undefined && { clientConfig: webhookClientConfig }),
      conversionReviewVersions: hasVersions ? versions : isWebhook ? ["v1beta1"] : [],
    },
  };
}
