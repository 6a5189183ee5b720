import type { JsonObject } from "../json/value.ts";
import type { HttpReply } from "./https-transport.ts";
import type { CollectionKey } from "./lookup.ts";
import { collectionPath } from "./object-path.ts";
import { pageIn } from "./reading-replies.ts";
import { tooMuch } from "./unavailable.ts";

/** What one list may hold in all. */
export interface ListLimits {
  readonly maxListObjects: number;
  readonly maxListBytes: number;
}

/** All objects of a type, with their size on the wire. */
export interface WholeList {
  readonly items: readonly JsonObject[];
  readonly bytes: number;
}

/** Asks for one page: a path with its query, and the bytes that its answer may have. */
export type AskPage = (path: string, maxBytes: number) => Promise<HttpReply>;

/** The server has forgotten the state of which a page was asked for: it keeps one for some minutes. */
class Expired extends Error {
  override readonly name = "Expired";
}

const pageObjects = 500;

/** Reads a list page by page, and once from its start again where it expires on the way. Errors: LookupUnavailable. */
export async function listAll(
  key: CollectionKey,
  limits: ListLimits,
  ask: AskPage,
): Promise<WholeList> {
  try {
    return await readPages(key, limits, ask, true);
  } catch (error) {
    if (!(error instanceof Expired)) throw error;
    return readPages(key, limits, ask, false);
  }
}

async function readPages(
  key: CollectionKey,
  { maxListObjects, maxListBytes }: ListLimits,
  ask: AskPage,
  mayExpire: boolean,
): Promise<WholeList> {
  const items: JsonObject[] = [];
  let bytes = 0;
  let next: string | undefined;
  do {
    const reply = await ask(pagePath(key, next), maxListBytes - bytes);
    if (reply.status === 410 && next !== undefined && mayExpire) throw new Expired();
    const page = pageIn(reply, key);
    bytes += reply.body.length;
    if (items.length + page.items.length > maxListObjects) {
      throw tooMuch({ verb: "list", key }, new Error(`more than ${maxListObjects} objects`));
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
