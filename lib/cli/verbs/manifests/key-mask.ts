import type { WebhookAddress } from "./address.ts";

/** A url that ends with a key and a verb's path: what is before the key, the key, what is behind it. */
const keyedUrl =
  /(https:\/\/[^\s"'<>]*\/[A-Za-z0-9_~-]+\/)([A-Za-z0-9_~-]+)(?=\/(?:convert|crdconvert|admit|mutate|validate)(?![A-Za-z0-9_~-]))/g;

/**
 * A text without keys: the one in use is shown as `<key>` wherever it stands, any other in a webhook's url as
 * `<another key>`.
 */
export function maskKeys(text: string, { caller }: WebhookAddress): string {
  const masked = text.replaceAll(
    keyedUrl,
    (_, before: string, key: string) => before + (key === caller?.key ? "<key>" : "<another key>"),
  );
  return caller === undefined ? masked : masked.replaceAll(caller.key, "<key>");
}
