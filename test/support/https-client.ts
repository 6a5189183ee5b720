import { connect as connectHttp2 } from "node:http2";
import { type Agent, request } from "node:https";
import { connect as connectTls, type TLSSocket } from "node:tls";

/** The port of a gateway on 127.0.0.1, and the CA of its certificate in PEM. */
export interface Peer {
  readonly port: number;
  readonly ca: string;
}

export interface Call {
  readonly method?: string;
  readonly path: string;
  readonly body?: string | Uint8Array;
  readonly headers?: Readonly<Record<string, string>>;
  /** Keeps connections open for further calls. Left out, each call has a connection of its own. */
  readonly agent?: Agent;
}

export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: string;
  /** The caller's port: the same as before if a connection was used again. */
  readonly localPort: number | undefined;
}

const host = "127.0.0.1";

/** One call over HTTP/1.1. */
export function callHttp1(
  { port, ca }: Peer,
  { method = "POST", path, body, headers = {}, agent }: Call,
): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const call = request(
      { host, port, ca, method, path, headers, agent: agent ?? false },
      (response) => {
        const localPort = response.socket.localPort;
        const chunks: Buffer[] = [];
        response.on("data", (chunk) => chunks.push(chunk));
        response.on("end", () => {
          const { statusCode: status = 0, headers } = response;
          resolve({ status, headers, body: Buffer.concat(chunks).toString(), localPort });
        });
      },
    );
    call.on("error", reject).end(body);
  });
}

/** One call over HTTP/2, on a connection of its own. */
export function callHttp2(
  { port, ca }: Peer,
  { method = "POST", path, body }: Call,
): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const session = connectHttp2(`https://${host}:${port}`, { ca });
    session.on("error", reject);
    const stream = session.request({ ":method": method, ":path": path }, { endStream: false });
    const chunks: Buffer[] = [];
    stream.on("data", (chunk) => chunks.push(chunk));
    stream.on("error", reject);
    stream.on("response", (headers) => {
      const localPort = session.socket?.localPort;
      stream.on("end", () => {
        const status = Number(headers[":status"]);
        const text = Buffer.concat(chunks).toString();
        resolve({ status, headers: headers as Reply["headers"], body: text, localPort });
        session.close();
      });
    });
    stream.end(body);
  });
}

/** Opens a TLS connection, to which a test can write any bytes. */
export function openSocket({ port, ca }: Peer, alpn: "http/1.1" | "h2"): Promise<TLSSocket> {
  return new Promise((resolve, reject) => {
    const socket = connectTls({ host, port, ca, ALPNProtocols: [alpn] }, () =>
      resolve(socket.resume()),
    );
    socket.on("error", reject);
  });
}
