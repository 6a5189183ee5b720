import type { Call, Reply } from "./webhook.ts";

/** One request to a webhook, and the check of its response. */
export interface Probe {
  readonly name: string;
  readonly call: Call;
  /** What is wrong with a reply; nothing where it is right. */
  readonly faults: (reply: Reply) => readonly string[];
}

/** The uid of every review that is sent. */
export const uid = "705ab4f5-6393-11e8-b7cc-42010a800002";

const names = '{"name":"a","namespace":"b","uid":"c"}';

/** The text of a CronTab with these members beside its head: text, so that a probe chooses every byte. */
export function cronTab(version: string, members = "", metadata = names): string {
  return objectText(`stable.example.com/${version}`, "CronTab", members, metadata);
}

/** The text of a Pizza: as {@link cronTab}. */
export function pizza(version: string, members = "", metadata = names): string {
  return objectText(
    `restaurant.programming-kubernetes.info/${version}`,
    "Pizza",
    members,
    metadata,
  );
}

/** An empty text of metadata leaves it out. */
function objectText(apiVersion: string, kind: string, members: string, metadata: string): string {
  const head = [`"apiVersion":"${apiVersion}"`, `"kind":"${kind}"`];
  const named = metadata === "" ? [] : [`"metadata":${metadata}`];
  return `{${[...head, ...named, ...(members === "" ? [] : [members])].join(",")}}`;
}

/** The text of a ConversionReview of these objects. */
export function conversionReview(
  to: string,
  objects: readonly string[],
  reviewVersion = "v1",
): string {
  const request = `{"uid":"${uid}","desiredAPIVersion":"${to}","objects":[${objects.join(",")}]}`;
  return `{"kind":"ConversionReview","apiVersion":"apiextensions.k8s.io/${reviewVersion}","request":${request}}`;
}
