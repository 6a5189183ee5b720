import { mapAt, mapsIn } from "../json/members.ts";
import { type JsonObject, member } from "../json/value.ts";
import { metadataOf } from "../protocol/object-metadata.ts";

/** Reads from one cluster. A request is repeated after a 429 or 503 with Retry-After. */
export interface ClusterReader {
  /** Sends a GET request. `path` includes the query; `accept` is the Accept header, default JSON. */
  readonly get: (path: string, accept?: string) => Promise<ClusterReply>;
}

/** A response of the API server. If its body is not a JSON map, `body` has the text as `message`. */
export interface ClusterReply {
  readonly status: number;
  readonly body: JsonObject;
  /** True if no API server responded: the status is then that of a proxy, and the message says why. Default: false. */
  readonly isUnreachable?: boolean;
}

/** The status and message of a response, as text. */
export function replyText({ status, body, isUnreachable = false }: ClusterReply): string {
  const message = String(member(body, "message") ?? "");
  if (isUnreachable) return `the API server can't be reached: ${message}`;
  return `${status} ${message}`.trim();
}

/** The API server responded to a GET request with a status other than 200, or to the request of a list with something else. */
export class ReadError extends Error {
  override readonly name = "ReadError";
  /** The HTTP status. */
  readonly status: number;
  /** Keys in etcd of the objects that the server could not convert, if it names them as the cause. */
  readonly keys: readonly string[];

  constructor(path: string, reply: ClusterReply) {
    super(`GET ${path.replace(/\?.*/, "")}: ${replyText(reply)}`);
    this.status = reply.status;
    this.keys = keysIn(reply.body);
  }
}

/** The Accept header for a list with only the metadata of its objects, to keep the responses small. */
const metadataOnly =
  "application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1, application/json";

interface PageOptions {
  /** The Accept header; default JSON. */
  readonly accept?: string;
  /** The most objects of one page. Default {@link pageObjects}. */
  readonly limit?: number;
}

/** The default page size, the same as kubectl's `--chunk-size`. It is limited because the server holds a page in memory. */
const pageObjects = 500;

/** Sends a GET request and returns the body. Errors: {@link ReadError}. */
export async function bodyAt(
  reader: ClusterReader,
  path: string,
  accept?: string,
): Promise<JsonObject> {
  const reply = await reader.get(path, accept);
  if (reply.status !== 200) throw new ReadError(path, reply);
  return reply.body;
}

/** All objects of a list, with only their metadata, page by page as {@link pagesOf} reads them. */
export function metadataPages(
  reader: ClusterReader,
  path: string,
): AsyncGenerator<readonly JsonObject[]> {
  return pagesOf(reader, path, { accept: metadataOnly });
}

/**
 * The objects of a list, page by page. If the token for the next page has expired (410), reading continues after the last name
 * with a new token from the server: objects that were created since may be missing, but none is returned twice.
 * Errors: {@link ReadError}.
 */
export async function* pagesOf(
  reader: ClusterReader,
  path: string,
  { accept, limit = pageObjects }: PageOptions = {},
): AsyncGenerator<readonly JsonObject[]> {
  let next: string | undefined;
  do {
    const reply = await reader.get(pagePath(path, limit, next), accept);
    const token = metadataOf(reply.body)["continue"];
    const goesOn = typeof token === "string" && token !== "";
    if (reply.status === 200) yield listedItems(path, reply);
    else if (reply.status !== 410 || !goesOn || token === next) throw new ReadError(path, reply);
    next = goesOn ? token : undefined;
  } while (next !== undefined);
}

/**
 * The items of one page of a list. Errors: {@link ReadError} if the response is not a list, such as the error page of a proxy,
 * which must not count as an empty list.
 */
function listedItems(path: string, { status, body }: ClusterReply): readonly JsonObject[] {
  if (member(body, "items") !== undefined) return itemsOf(body);
  throw new ReadError(path, { status, body: { message: "the response is not a list" } });
}

/** True if the object of a request does not exist. A version that is not served has a 404 too, but not this reason. */
export function isObjectNotFound({ status, body }: ClusterReply): boolean {
  return status === 404 && member(body, "reason") === "NotFound";
}

/** The items of a list's response. */
export function itemsOf(list: JsonObject): readonly JsonObject[] {
  return mapsIn(member(list, "items"));
}

function pagePath(path: string, limit: number, next: string | undefined): string {
  const rest = next === undefined ? "" : `&continue=${encodeURIComponent(next)}`;
  return `${path}?limit=${limit}${rest}`;
}

/** The keys that an error response names. Servers since 1.37 name up to 100 objects that they can't convert. */
function keysIn(body: JsonObject): readonly string[] {
  return mapsIn(member(mapAt(body, "details"), "causes")).flatMap((cause) => {
    const field = member(cause, "field");
    return typeof field === "string" && field.startsWith("/") ? [field] : [];
  });
}
