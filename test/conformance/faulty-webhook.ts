import { createServer, type IncomingMessage, type RequestListener } from "node:http";
import { createServer as createSecureServer } from "node:https";
import type { Certificate } from "../../lib/hosts/local/certificate-authority.ts";
import { parse } from "../../lib/json/parse.ts";
import {
  isArray,
  isObject,
  type JsonObject,
  type JsonValue,
  member,
} from "../../lib/json/value.ts";
import { stringify } from "../../lib/json/write.ts";
import { listenLocally } from "../support/local-port.ts";
import { objectOf, textAt } from "../support/review-rules.ts";
import { convertPlainly } from "./plain-conversion.ts";

/** In what a webhook differs from one that is right. */
export interface Fault {
  /** Reads a body; default exactly. */
  readonly decode?: (text: string) => JsonValue;
  /** Sees each object before it is converted; may throw to refuse the review. */
  readonly before?: (object: JsonObject, to: string) => JsonObject;
  /** Sees each converted object. */
  readonly after?: (object: JsonObject) => JsonObject;
  /** The review's version in a response; default the one that was sent. */
  readonly answersAs?: string;
}

export interface FaultyWebhook extends AsyncDisposable {
  readonly url: string;
  readonly port: number;
}

/** Serves the two example conversions on loopback, with a fault: HTTPS where a certificate is given. */
export async function startFaultyWebhook(
  fault: Fault,
  certificate?: Certificate,
): Promise<FaultyWebhook> {
  const listener: RequestListener = (request, response) => {
    textOf(request)
      .then((text) => stringify(answerTo(text, fault)))
      .then(
        (answer) => response.writeHead(200, { "Content-Type": "application/json" }).end(answer),
        (error) => response.writeHead(400).end(String(error)),
      );
  };
  const server = certificate ? createSecureServer(certificate, listener) : createServer(listener);
  const port = await listenLocally(server);
  return {
    url: `${certificate ? "https" : "http"}://127.0.0.1:${port}`,
    port,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

function answerTo(text: string, fault: Fault): JsonObject {
  const review = objectOf((fault.decode ?? exactly)(text));
  const request = objectOf(member(review, "request"));
  return {
    kind: "ConversionReview",
    apiVersion: fault.answersAs ?? member(review, "apiVersion") ?? "",
    response: { uid: textAt(request, "uid"), ...resultOf(request, fault) },
  };
}

function exactly(text: string): JsonValue {
  const parsed = parse(text);
  if (!parsed.ok) throw new Error(parsed.error.message);
  return parsed.value;
}

function resultOf(request: JsonObject, { before, after }: Fault): JsonObject {
  const to = textAt(request, "desiredAPIVersion");
  const objects = member(request, "objects");
  try {
    const convertedObjects = (isArray(objects) ? objects : []).map((object) => {
      if (!isObject(object)) throw new Error("an object is not a map");
      if (!to.startsWith(textAt(object, "apiVersion").replace(/\/.*/, "/"))) {
        throw new Error(`no way to ${to}`);
      }
      const converted = convertPlainly(before?.(object, to) ?? object, to);
      return after?.(converted) ?? converted;
    });
    return { result: { status: "Success" }, convertedObjects };
  } catch (error) {
    return { result: { status: "Failed", message: String(error) }, convertedObjects: [] };
  }
}
