import { equal } from "../../../json/equal.ts";
import { isArray, isObject, type JsonObject, type JsonValue, member } from "../../../json/value.ts";
import { stringify } from "../../../json/write.ts";
import { metadataOf } from "../../../protocol/object-metadata.ts";

/** A field that differs between the object in the cluster and the wanted object. */
interface LiveDifference {
  readonly path: string;
  /** The value in the cluster; undefined if the field is absent. */
  readonly live: JsonValue | undefined;
  readonly wanted: JsonValue | undefined;
}

/**
 * Lines about what applying objects would change in a cluster: one for each object that does not exist; for each object that
 * differs its name, then a line for each field. `live` are the existing objects, `applied` the same objects after the apply.
 * The contents of Secrets are not shown.
 */
export function liveDifferences(
  wanted: readonly JsonObject[],
  live: readonly JsonObject[],
  applied: readonly JsonObject[],
): readonly string[] {
  const lives = new Map(live.map((object) => [objectName(object), object]));
  const becomes = new Map(applied.map((object) => [objectName(object), object]));
  return wanted.flatMap((object) => {
    const name = objectName(object);
    const before = lives.get(name);
    if (before === undefined) return [`${name} does not exist`];
    const differences = compareLiveValue(before, becomes.get(name), "");
    return differences.length === 0
      ? []
      : [name, ...differences.map((each) => differenceText(each))];
  });
}

/** An object's kind, name and namespace, for reports: `Secret token in default`. */
export function objectName(object: JsonObject): string {
  const { name = "", namespace = "" } = metadataOf(object);
  const place = namespace === "" ? "" : ` in ${String(namespace)}`;
  return `${String(member(object, "kind"))} ${String(name)}${place}`;
}

/** Fields that the server or kubectl sets, which are not compared. */
const ignoredPaths: ReadonlySet<string> = new Set([
  "metadata.managedFields",
  "metadata.resourceVersion",
  "metadata.generation",
  "metadata.creationTimestamp",
  "metadata.uid",
  "metadata.annotations.kubectl.kubernetes.io/last-applied-configuration",
  "status",
]);

function compareLiveValue(
  live: JsonValue | undefined,
  wanted: JsonValue | undefined,
  path: string,
): readonly LiveDifference[] {
  if (ignoredPaths.has(path) || equal(live, wanted)) return [];
  if (isObject(live) && isObject(wanted)) {
    const keys = new Set([...Object.keys(live), ...Object.keys(wanted)]);
    return [...keys].flatMap((key) =>
      compareLiveValue(
        member(live, key),
        member(wanted, key),
        path === "" ? key : `${path}.${key}`,
      ),
    );
  }
  if (isArray(live) && isArray(wanted) && live.length === wanted.length) {
    return live.flatMap((item, index) =>
      compareLiveValue(item, wanted[index], `${path}[${index}]`),
    );
  }
  return [{ path, live, wanted }];
}

function differenceText({ path, live, wanted }: LiveDifference): string {
  if (/^(?:data|stringData)\b/.test(path)) return `  ${path}: differs`;
  return `  ${path}: is ${valueText(live)}, would be ${valueText(wanted)}`;
}

function valueText(value: JsonValue | undefined): string {
  return value === undefined ? "absent" : stringify(value);
}
