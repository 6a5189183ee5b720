import { mapAt, mapsIn } from "../json/members.ts";
import { type JsonObject, member } from "../json/value.ts";
import { metadataOf } from "../protocol/object-metadata.ts";

/** Reads from one cluster. A request is repeated where the server says when to. */
export interface ClusterReader {
  /** A GET request: a path with its query, and the media types of the response where that is not plain JSON. */
  readonly get: (path: string, accept?: string) => Promise<ClusterReply>;
}

/** A response of the API server. One that is not a JSON map has its text as `message`. */
export interface ClusterReply {
  readonly status: number;
  readonly body: JsonObject;
}

/** The API server refused a GET request, or its response is not what was asked for. */
export class ReadFailure extends Error {
  override readonly name = "ReadFailure";
  /** The HTTP status. */
  readonly status: number;
  /** The objects that the server names as the cause, by their keys in etcd: those that it could not convert. */
  readonly keys: readonly string[];

  constructor(path: string, { status, body }: ClusterReply) {
    super(`GET ${path.replace(/\?.*/, "")}: ${status} ${String(member(body, "message") ?? "")}`);
    this.status = status;
    this.keys = keysIn(body);
  }
}

/** Asks for a list with only the metadata of its objects, so that the server need not convert them. */
const metadataOnly =
  "application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1, application/json";

/** How a list is read. */
interface Paging {
  /** The media types of the response, where that is not plain JSON. */
  readonly accept?: string;
  /** Objects of one page. */
  readonly limit?: number;
}

/** The most objects of a page, the default of kubectl's `--chunk-size`: the server holds a whole page in memory. */
const pageObjects = 500;

/** The body of a response with status 200. Errors: {@link ReadFailure}. */
export async function bodyAt(
  reader: ClusterReader,
  path: string,
  accept?: string,
): Promise<JsonObject> {
  const reply = await reader.get(path, accept);
  if (reply.status !== 200) throw new ReadFailure(path, reply);
  return reply.body;
}

/** The metadata of all objects of a list, page by page as {@link pagesOf} reads them. */
export function metadataPages(
  reader: ClusterReader,
  path: string,
): AsyncGenerator<readonly JsonObject[]> {
  return pagesOf(reader, path, { accept: metadataOnly });
}

/**
 * The objects of a list, page by page. If the token for the next page has expired (410), the server sends a new one, which
 * goes on after the same name: objects that were created in the meantime may be missing, and none comes twice.
 * Errors: {@link ReadFailure}.
 */
export async function* pagesOf(
  reader: ClusterReader,
  path: string,
  { accept, limit = pageObjects }: Paging = {},
): AsyncGenerator<readonly JsonObject[]> {
  let next: string | undefined;
  do {
    const reply = await reader.get(pagePath(path, limit, next), accept);
    const token = metadataOf(reply.body)["continue"];
    const goesOn = typeof token === "string" && token !== "";
    if (reply.status === 200) yield itemsOf(reply.body);
    else if (reply.status !== 410 || !goesOn || token === next) throw new ReadFailure(path, reply);
    next = goesOn ? token : undefined;
  } while (next !== undefined);
}

/** The items of a list's response. */
export function itemsOf(list: JsonObject): readonly JsonObject[] {
  return mapsIn(member(list, "items"));
}

function pagePath(path: string, limit: number, next: string | undefined): string {
  const rest = next === undefined ? "" : `&continue=${encodeURIComponent(next)}`;
  return `${path}?limit=${limit}${rest}`;
}

/** Since 1.37 the server names up to 100 objects that it can't convert. */
function keysIn(body: JsonObject): readonly string[] {
  return mapsIn(member(mapAt(body, "details"), "causes")).flatMap((cause) => {
    const field = member(cause, "field");
    return typeof field === "string" && field.startsWith("/") ? [field] : [];
  });
}
