import type { WebhookAddress } from "./address.ts";

/** A webhook's url, or its path at a Service, with a key. Groups: the text before the key, and the key. */
const keyedUrl =
  /((?:https:\/\/[^\s"'<>]*|(?<=["'\s]|^))\/[A-Za-z0-9_~-]+\/)([A-Za-z0-9_~-]+)(?=\/(?:convert|crdconvert|admit|mutate|validate)(?![A-Za-z0-9_~-]))/g;

/**
 * Replaces keys in a text: the caller's key by `<key>` everywhere, any other key in a webhook's url or path by
 * `<another key>`.
 */
export function maskKeys(text: string, { caller }: WebhookAddress): string {
  const masked = text.replaceAll(
    keyedUrl,
    (_, before: string, key: string) => before + (key === caller?.key ? "<key>" : "<another key>"),
  );
  return caller === undefined ? masked : masked.replaceAll(caller.key, "<key>");
}
