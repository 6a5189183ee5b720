import type { IncomingMessage, ServerResponse } from "node:http";
import { Agent, createServer, type RequestOptions, request } from "node:https";
import { buffer } from "node:stream/consumers";
import type { Certificate } from "../../../lib/hosts/local/certificate-authority.ts";
import { listenLocally } from "../../support/local-port.ts";

/** Stands between kube-apiserver and the gateway, under a public name, and writes down what passes. */
export interface Relay {
  readonly port: number;
  readonly exchanges: readonly Exchange[];
  /** Sends what comes from now on to another gateway; what is under way ends at the one before. */
  aim(target: Target): void;
  close(): void;
}

/** A review and its response, as bytes. */
export interface Exchange {
  /** Without the query. */
  readonly path: string;
  readonly query: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly request: string;
  readonly status: number;
  readonly response: string;
}

export interface Target {
  readonly port: number;
  /** The CA's certificate, in PEM. */
  readonly ca: string;
}

/** Longer than kube-apiserver keeps a connection without work open: it is not cut off just when it sends a review. */
const idleConnectionMs = 120_000;

/** Starts a relay on a free port of the loopback interface. */
export async function startRelay(certificate: Certificate, first: Target): Promise<Relay> {
  const exchanges: Exchange[] = [];
  let target = first;
  const agents = [new Agent({ keepAlive: true, ca: target.ca })];
  const server = createServer({ ...certificate }, async (incoming, outgoing) => {
    try {
      exchanges.push(await pass(incoming, outgoing, target, agents.at(-1)));
    } catch (error) {
      outgoing.writeHead(502).end(`relay: ${error}`);
    }
  });
  server.keepAliveTimeout = idleConnectionMs;
  const port = await listenLocally(server);
  const aim = (next: Target): void => {
    target = next;
    agents.push(new Agent({ keepAlive: true, ca: next.ca }));
  };
  const close = (): void => {
    for (const agent of agents) agent.destroy();
    server.close();
    server.closeAllConnections();
  };
  return { port, exchanges, aim, close };
}

/** As Go's client does: once more where a connection that was kept open has been closed meanwhile. */
function ask(options: RequestOptions, body: Buffer): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const asking = request(options, resolve);
    asking.on("error", (error) => {
      if (asking.reusedSocket) ask(options, body).then(resolve, reject);
      else reject(error);
    });
    asking.end(body);
  });
}

async function pass(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  { port }: Target,
  agent: Agent | undefined,
): Promise<Exchange> {
  const { method, url = "/" } = incoming;
  const body = await buffer(incoming);
  const headers = stringsOf(incoming.headers);
  const peer = { host: "127.0.0.1", port, servername: "localhost", agent };
  const answer = await ask({ ...peer, path: url, method, headers }, body);
  const response = await buffer(answer);
  const { connection: _, "transfer-encoding": __, ...kept } = answer.headers;
  outgoing.writeHead(answer.statusCode ?? 502, kept).end(response);
  const [path = "", query = ""] = url.split("?");
  const status = answer.statusCode ?? 0;
  return { path, query, headers, request: body.toString(), status, response: response.toString() };
}

function stringsOf(headers: IncomingMessage["headers"]): Record<string, string> {
  const entries = Object.entries(headers).filter(([, value]) => typeof value === "string");
  return Object.fromEntries(entries.map(([name, value]) => [name, String(value)]));
}
