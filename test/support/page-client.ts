import { request } from "node:http";
import { createInterface } from "node:readline";
import { parse } from "../../lib/json/parse.ts";
import { isObject, type JsonObject } from "../../lib/json/value.ts";

/** A response of the page's listener. */
export interface PageReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: string;
}

/** An event that the page gets. */
export interface PageEvent {
  readonly name: string;
  readonly data: JsonObject;
  /** The text of `data`, as it was sent. */
  readonly text: string;
}

/** The parts of a url that `customhouse dev` printed. */
export interface PageAddress {
  readonly port: number;
  readonly host: string;
  readonly token: string;
}

export function pageAddress(url: string): PageAddress {
  const { port, host, hash } = new URL(url);
  return { port: Number(port), host, token: hash.slice(1) };
}

/** Sends one request, with no other headers than `headers`, and reads the whole response. */
export function callPage(
  { port, host }: PageAddress,
  path: string,
  headers: Readonly<Record<string, string>> = {},
  method = "GET",
): Promise<PageReply> {
  return new Promise((resolve, reject) => {
    const call = request(
      { host: "127.0.0.1", port, path, method, agent: false, headers: { Host: host, ...headers } },
      (response) => {
        let body = "";
        response.setEncoding("utf8");
        response.on("data", (text: string) => {
          body += text;
        });
        response.on("end", () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body }),
        );
      },
    );
    call.on("error", reject).end();
  });
}

/** The headers of a browser that follows the page's events. */
export function ownHeaders({ token }: PageAddress): Record<string, string> {
  return { Authorization: `Bearer ${token}`, "Sec-Fetch-Site": "same-origin" };
}

/** The events of the page, until `end`. */
export interface PageEvents {
  /** The next event of this name whose data passes the test `wanted`. */
  readonly next: (name: string, wanted?: (data: JsonObject) => boolean) => Promise<PageEvent>;
  readonly end: () => void;
}

/** Follows the events as the page does. */
export function followPage(address: PageAddress): Promise<PageEvents> {
  const { port, host } = address;
  return new Promise((resolve, reject) => {
    const headers = { Host: host, ...ownHeaders(address) };
    const call = request(
      { host: "127.0.0.1", port, path: "/events", agent: false, headers },
      (response) => {
        const lines = createInterface({ input: response })[Symbol.asyncIterator]();
        resolve({ next: nextOf(lines), end: () => call.destroy() });
      },
    );
    call.on("error", reject).end();
  });
}

function nextOf(lines: AsyncIterator<string>): PageEvents["next"] {
  let name = "";
  return async (wantedName, wanted = () => true) => {
    for (let line = await lines.next(); line.done !== true; line = await lines.next()) {
      if (line.value.startsWith("event: ")) name = line.value.slice("event: ".length);
      if (!line.value.startsWith("data: ") || name !== wantedName) continue;
      const text = line.value.slice("data: ".length);
      const data = parse(text);
      if (data.ok && isObject(data.value) && wanted(data.value)) {
        return { name, data: data.value, text };
      }
    }
    throw new Error(`the events ended before the wanted ${wantedName}`);
  };
}
