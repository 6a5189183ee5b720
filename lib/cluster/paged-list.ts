import type { JsonObject } from "../json/value.ts";
import type { ClusterResponse } from "./https-transport.ts";
import type { CollectionKey } from "./lookup.ts";
import { collectionPath } from "./object-path.ts";
import { pageIn } from "./read-responses.ts";
import { lookupTooLarge } from "./unavailable.ts";

/** The limits of one list, for all its pages together. */
export interface ListLimits {
  readonly maxListObjects: number;
  readonly maxListBytes: number;
}

/** All objects of a type, and the bytes of the responses that contained them. */
interface WholeList {
  readonly items: readonly JsonObject[];
  readonly bytes: number;
}

/** Fetches one page, given its path with query and the most bytes of the response. */
type FetchPage = (path: string, maxBytes: number) => Promise<ClusterResponse>;

/** Thrown if the server no longer has the state to which the requested page belongs: it keeps a state for some minutes. */
class ListStateExpired extends Error {
  override readonly name = "Expired";
}

/** The most objects in one page: the default of kubectl's `--chunk-size`. The server holds a whole page in memory. */
const pageObjects = 500;

/** Reads a list page by page. If its state expires meanwhile, reads it once more from the start. Throws LookupUnavailable. */
export async function listAll(
  key: CollectionKey,
  limits: ListLimits,
  fetchPage: FetchPage,
): Promise<WholeList> {
  try {
    return await readPages(key, limits, fetchPage, true);
  } catch (error) {
    if (!(error instanceof ListStateExpired)) throw error;
    return readPages(key, limits, fetchPage, false);
  }
}

async function readPages(
  key: CollectionKey,
  { maxListObjects, maxListBytes }: ListLimits,
  fetchPage: FetchPage,
  mayExpire: boolean,
): Promise<WholeList> {
  const items: JsonObject[] = [];
  let bytes = 0;
  let next: string | undefined;
  do {
    const response = await fetchPage(pagePath(key, next), maxListBytes - bytes);
    if (response.status === 410 && next !== undefined && mayExpire) throw new ListStateExpired();
    const page = pageIn(response, key);
    bytes += response.body.length;
    if (items.length + page.items.length > maxListObjects) {
      throw lookupTooLarge({ verb: "list", key }, new Error(`more than ${maxListObjects} objects`));
    }
    for (const item of page.items) items.push(item);
    next = page.next;
  } while (next !== undefined);
  return { items, bytes };
}

function pagePath(key: CollectionKey, next: string | undefined): string {
  const rest = next === undefined ? "" : `&continue=${encodeURIComponent(next)}`;
  return `${collectionPath(key)}?limit=${pageObjects}${rest}`;
}
