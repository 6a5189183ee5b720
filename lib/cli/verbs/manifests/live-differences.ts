import { equal } from "../../../json/equal.ts";
import { isArray, isObject, type JsonObject, type JsonValue, member } from "../../../json/value.ts";
import { stringify } from "../../../json/write.ts";

/** A field of an object that a cluster has otherwise. */
interface Difference {
  readonly path: string;
  /** Undefined where the cluster has no such field. */
  readonly live: JsonValue | undefined;
  readonly wanted: JsonValue | undefined;
}

/**
 * What applying objects would change in a cluster: a line for each object that is not there, and for each that differs
 * its name with a line for each field. `live` holds those that are there, `applied` what they would become. The contents
 * of Secrets are not shown.
 */
export function liveDifferences(
  wanted: readonly JsonObject[],
  live: readonly JsonObject[],
  applied: readonly JsonObject[],
): readonly string[] {
  const lives = new Map(live.map((object) => [nameOf(object), object]));
  const becomes = new Map(applied.map((object) => [nameOf(object), object]));
  return wanted.flatMap((object) => {
    const name = nameOf(object);
    const before = lives.get(name);
    if (before === undefined) return [`${name} is not there`];
    const differences = compare(before, becomes.get(name), "");
    return differences.length === 0 ? [] : [name, ...differences.map((each) => textOf(each))];
  });
}

/** An object's kind, name and namespace, as reports name it. */
export function nameOf(object: JsonObject): string {
  const metadata = member(object, "metadata");
  const { name = "", namespace = "" } = isObject(metadata) ? metadata : {};
  const place = namespace === "" ? "" : ` in ${String(namespace)}`;
  return `${String(member(object, "kind"))} ${String(name)}${place}`;
}

/** What the server and kubectl keep for themselves: no apply of ours is about it. */
const bookkeeping: ReadonlySet<string> = new Set([
  "metadata.managedFields",
  "metadata.resourceVersion",
  "metadata.generation",
  "metadata.creationTimestamp",
  "metadata.uid",
  "metadata.annotations.kubectl.kubernetes.io/last-applied-configuration",
  "status",
]);

function compare(
  live: JsonValue | undefined,
  wanted: JsonValue | undefined,
  path: string,
): readonly Difference[] {
  if (bookkeeping.has(path) || equal(live, wanted)) return [];
  if (isObject(live) && isObject(wanted)) {
    const keys = new Set([...Object.keys(live), ...Object.keys(wanted)]);
    return [...keys].flatMap((key) =>
      compare(member(live, key), member(wanted, key), path === "" ? key : `${path}.${key}`),
    );
  }
  if (isArray(live) && isArray(wanted) && live.length === wanted.length) {
    return live.flatMap((item, index) => compare(item, wanted[index], `${path}[${index}]`));
  }
  return [{ path, live, wanted }];
}

function textOf({ path, live, wanted }: Difference): string {
  if (/^(?:data|stringData)\b/.test(path)) return `  ${path}: differs`;
  return `  ${path}: is ${shown(live)}, would be ${shown(wanted)}`;
}

function shown(value: JsonValue | undefined): string {
  return value === undefined ? "absent" : stringify(value);
}
