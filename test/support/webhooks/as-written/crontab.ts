// The conversion of the CronTab in examples/kinds, written by hand in the shortest way: parse, map, stringify.
import type { WebhookReply } from "../webhook.ts";

/** A review in the form that this webhook expects. Nothing checks it. */
interface PlainReview {
  readonly apiVersion: string;
  readonly kind: string;
  readonly request: {
    readonly uid: string;
    readonly desiredAPIVersion: string;
    readonly objects: readonly PlainCronTab[];
  };
}

interface PlainCronTab {
  readonly apiVersion: string;
  readonly spec?: { readonly hostPort?: string; readonly host?: string; readonly port?: string };
}

function convert(object: PlainCronTab, to: string): PlainCronTab {
  const { spec } = object;
  const converted = { ...object, apiVersion: to };
  if (object.apiVersion === to) return converted;
  if (to.endsWith("/v1")) {
    if (spec?.hostPort === undefined) return converted;
    const { hostPort, ...rest } = spec;
    const at = hostPort.lastIndexOf(":");
    if (at < 0) throw new Error(`spec.hostPort ${hostPort} has no port`);
    return {
      ...converted,
      spec: { ...rest, host: hostPort.slice(0, at), port: hostPort.slice(at + 1) },
    };
  }
  if (spec?.host === undefined && spec?.port === undefined) return converted;
  const { host = "", port = "", ...rest } = spec;
  return { ...converted, spec: { ...rest, hostPort: `${host}:${port}` } };
}

/** Returns the response to a review, given as text. JSON.parse rounds integers beyond 2^53. */
export function convertCronTabs(text: string): Extract<WebhookReply, object> {
  const { apiVersion, kind, request }: PlainReview = JSON.parse(text);
  const { uid, desiredAPIVersion, objects } = request;
  const responseOf = (): object => {
    try {
      const convertedObjects = objects.map((object) => convert(object, desiredAPIVersion));
      return { uid, result: { status: "Success" }, convertedObjects };
    } catch (error) {
      return { uid, result: { status: "Failure", message: String(error) } };
    }
  };
  return { status: 200, body: JSON.stringify({ apiVersion, kind, response: responseOf() }) };
}
