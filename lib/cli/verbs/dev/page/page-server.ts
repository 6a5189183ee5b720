import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { startListening } from "../../../../hosts/start-listening.ts";
import type { EventStreams } from "./event-streams.ts";
import { dataRefusalOf, type PageAccess, refusalOf } from "./page-access.ts";
import { type PageFile, pageFile } from "./page-files.ts";

interface PageServerOptions {
  /** The port; 0 chooses a free one. */
  readonly port: number;
  readonly token: string;
  readonly streams: EventStreams;
  /** Returns the whole state of the page, which is the first event of a stream. */
  readonly state: () => object;
}

interface PageServer {
  /** The url of the page, with the token in its fragment: a browser does not send the fragment to a server. */
  readonly url: string;
  readonly close: () => Promise<void>;
}

/** The page's listener is only for browsers on this machine; a cluster uses another listener. */
const address = "127.0.0.1";

/**
 * The headers of every response. They forbid browsers to load anything but the page's own files, to cache, and to frame the
 * page.
 */
const headers = {
  "Content-Security-Policy":
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  "X-Content-Type-Options": "nosniff",
  "X-Frame-Options": "DENY",
  "Referrer-Policy": "no-referrer",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cache-Control": "no-store",
};

/** Serves the page over HTTP on 127.0.0.1. Its files need no token, its data does. */
export async function startPageServer(options: PageServerOptions): Promise<PageServer> {
  const server = createServer();
  const port = await startListening(server, { port: options.port, address });
  const host = `${address}:${port}`;
  const access: PageAccess = { host, token: options.token };
  server.on("request", (request, response) => {
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    answer(request, response, access, options);
  });
  return {
    url: `http://${host}/#${options.token}`,
    close: () =>
      new Promise((resolve) => {
        options.streams.close();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Responds with a file, an event stream, or an error text. */
function answer(
  request: IncomingMessage,
  response: ServerResponse,
  access: PageAccess,
  { streams, state }: PageServerOptions,
): void {
  const isData = request.url === "/events";
  const refusal =
    refusalOf(request, access) ?? (isData ? dataRefusalOf(request, access) : undefined);
  if (refusal !== undefined) sendPageFile(response, refusal.status, textFile(refusal.text));
  else if (!isData) sendFile(response, request.url ?? "");
  else if (!streams.open(response, "state", state)) {
    sendPageFile(response, 503, textFile("the page is open in too many tabs: close some"));
  }
}

function sendFile(response: ServerResponse, path: string): void {
  const file = pageFile(path);
  sendPageFile(response, file === undefined ? 404 : 200, file ?? textFile("not found"));
}

function textFile(text: string): PageFile {
  return { type: "text/plain", text };
}

function sendPageFile(response: ServerResponse, status: number, { type, text }: PageFile): void {
  const allow = status === 405 ? { Allow: "GET" } : {};
  response.writeHead(status, { "Content-Type": `${type}; charset=utf-8`, ...allow });
  response.end(text);
}
