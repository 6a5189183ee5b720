import { parse } from "../../../lib/json/parse.ts";
import { isObject, type JsonObject, member } from "../../../lib/json/value.ts";

/**
 * The objects whose keys begin with a text, as etcd has them: by the rest of the key, such as `default/a` for the keys of
 * `/registry/stable.example.com/crontabs/`.
 */
export async function storedObjects(
  etcdUrl: string,
  prefix: string,
): Promise<ReadonlyMap<string, JsonObject>> {
  const last = prefix.charCodeAt(prefix.length - 1);
  const end = `${prefix.slice(0, -1)}${String.fromCharCode(last + 1)}`;
  const body = JSON.stringify({ key: base64(prefix), range_end: base64(end) });
  const response = await fetch(`${etcdUrl}/v3/kv/range`, { method: "POST", body });
  const { kvs = [] } = (await response.json()) as {
    kvs?: readonly { readonly key: string; readonly value: string }[];
  };
  return new Map(
    kvs.map(({ key, value }) => [text(key).slice(prefix.length), objectIn(text(value))]),
  );
}

/** The versions that etcd has the objects of a resource at, with how many. */
export async function storedVersionCounts(
  etcdUrl: string,
  resource: string,
): Promise<Readonly<Record<string, number>>> {
  const objects = await storedObjects(etcdUrl, `/registry/${resource}/`);
  const counts: Record<string, number> = {};
  for (const object of objects.values()) {
    const version = String(member(object, "apiVersion")).replace(/.*\//, "");
    counts[version] = (counts[version] ?? 0) + 1;
  }
  return counts;
}

function objectIn(json: string): JsonObject {
  const parsed = parse(json);
  if (parsed.ok && isObject(parsed.value)) return parsed.value;
  throw new TypeError(`etcd has no JSON map there: ${json.slice(0, 80)}`);
}

function base64(value: string): string {
  return Buffer.from(value).toString("base64");
}

function text(value: string): string {
  return Buffer.from(value, "base64").toString();
}
