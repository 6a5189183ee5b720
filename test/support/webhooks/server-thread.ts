// Serves the webhooks of faults.ts and admission.ts in a thread of its own, over HTTPS and HTTP: /convert is correct, and /fault/N
// has the fault with the index N. /admit/right/N and /admit/faulty/N are the correct and faulty admission webhooks by index.
import {
  createServer as createPlainServer,
  type IncomingMessage,
  type RequestListener,
} from "node:http";
import { createSecureServer } from "node:http2";
import { text } from "node:stream/consumers";
import { parentPort, workerData } from "node:worker_threads";
import type { JsonObject } from "../../../lib/json/value.ts";
import type { ReviewDelivery } from "../../../lib/verify/webhook/review-delivery.ts";
import { portOf } from "../local-port.ts";
import {
  type AdmissionWebhook,
  admit,
  faultyWebhooks,
  liveText,
  rightWebhooks,
} from "./admission.ts";
import { begun, plantedFaults } from "./faults.ts";
import { convertJob, mapAt } from "./job-conversion.ts";
import { answer, type WebhookFault } from "./webhook.ts";

const others: Readonly<Record<string, WebhookFault>> = {
  "/hangs": { reply: () => "never" },
  "/fails": { reply: () => ({ status: 503, body: "it is down" }) },
  "/marks": { message: "<script>alert(1)</script>", convert: () => fail() },
  "/slow": { delayMs: 30 },
  "/fills": { convert: (object, to) => withNote(convertJob(object, to)) },
  "/picky": { convert: (object, to) => (isLive(object) ? fail() : convertJob(object, to)) },
  "/shouts": { message: "\u001b[31mfirst\n::error::second", convert: () => fail() },
};

/** True for the first object of the stand-in for a cluster, and for objects that are derived from it with the same image. */
function isLive(object: JsonObject): boolean {
  return mapAt(object, "spec")["containerImage"] === `${liveText}-1`;
}

function withNote(object: JsonObject): JsonObject {
  const spec = mapAt(object, "spec");
  const isEmpty = Object.keys(spec).length === 0;
  return isEmpty ? object : { ...object, spec: { note: "filled", ...spec } };
}

function fail(): never {
  throw new Error("refused");
}

const faults = plantedFaults.map(begun);

function faultAt(path: string): WebhookFault | undefined {
  const [, index] = /^\/fault\/(\d+)$/.exec(path) ?? [];
  return index === undefined ? others[path] : faults[Number(index)];
}

function admissionAt(path: string): AdmissionWebhook | undefined {
  const [, which, index] = /^\/admit\/(right|faulty)\/(\d+)$/.exec(path) ?? [];
  if (which === undefined) return undefined;
  return (which === "right" ? rightWebhooks : faultyWebhooks)[Number(index)];
}

/** The way in which a request was sent; undefined for HTTP/1.1 with the usual timeout. */
function wayOf({ httpVersion, url = "" }: IncomingMessage): ReviewDelivery | undefined {
  if (httpVersion.startsWith("2")) return "http2";
  return url.endsWith("?timeout=5s") ? "short-timeout" : undefined;
}

const listener: RequestListener = (request, response) => {
  const { pathname } = new URL(request.url ?? "/", "https://localhost");
  void text(request).then((review) => {
    const admission = admissionAt(pathname);
    const fault = faultAt(pathname);
    const way = wayOf(request);
    const other = way && fault?.way?.(way);
    const usual = () => (admission ? admit(review, admission) : answer(review, fault));
    const reply = other ?? usual();
    if (reply === "cut") request.socket.destroy();
    if (typeof reply === "string") return;
    const closes = way !== "http2" && fault?.way?.("kept-connection") !== undefined;
    response.writeHead(reply.status, {
      "Content-Type": "application/json",
      ...(closes && { Connection: "close" }),
    });
    if (fault?.delayMs === undefined) response.end(reply.body);
    else setTimeout(() => response.end(reply.body), fault.delayMs);
  });
};

/** kube-apiserver speaks HTTP/2 with a webhook that offers it. */
const secureServer = createSecureServer({ ...workerData, allowHTTP1: true });
secureServer.on("request", listener);

const servers = [secureServer, createPlainServer(listener)];
const ports = servers.map(
  (server) =>
    new Promise<number>((resolve) => {
      server.listen(0, "127.0.0.1", () => resolve(portOf(server)));
    }),
);
void Promise.all(ports).then(([secure, plain]) => parentPort?.postMessage({ secure, plain }));
