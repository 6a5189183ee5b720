import { isObject, type JsonObject, type JsonValue } from "../../../lib/json/value.ts";

/** An example kind as the tests see it: two versions, and one object of two states that each version says in its own words. */
export interface KindUnderTest {
  /** Its folder in examples/kinds. */
  readonly folder: string;
  readonly group: string;
  readonly kind: string;
  readonly plural: string;
  readonly versions: readonly [string, string];
  /** Where the fields are: below `spec`, or at the object's root. */
  readonly at: "spec" | "root";
  readonly subresources: readonly Subresource[];
  /** What both versions and both states have. */
  readonly common: JsonObject;
  readonly before: Readonly<Record<string, JsonObject>>;
  readonly after: Readonly<Record<string, JsonObject>>;
  /** A status as a controller may write it; the same in both versions. */
  readonly status: JsonObject;
}

export type Subresource = "status" | "scale";

export type State = "before" | "after";

export const cronTab: KindUnderTest = {
  folder: "crontab",
  group: "stable.example.com",
  kind: "CronTab",
  plural: "crontabs",
  versions: ["v1beta1", "v1"],
  at: "spec",
  subresources: ["status", "scale"],
  common: { cronSpec: "* * * * */5", image: "my-awesome-cron-image", replicas: 3 },
  before: {
    v1beta1: { hostPort: "localhost:1234" },
    v1: { host: "localhost", port: "1234" },
  },
  after: {
    v1beta1: { hostPort: "example.com:2345" },
    v1: { host: "example.com", port: "2345" },
  },
  status: { replicas: 2, labelSelector: "app=cron" },
};

export const printedCronTab: KindUnderTest = {
  ...cronTab,
  folder: "printed-crontab",
  group: "example.com",
  at: "root",
  subresources: [],
  common: {},
};

export const pizza: KindUnderTest = {
  folder: "pizza",
  group: "restaurant.programming-kubernetes.info",
  kind: "Pizza",
  plural: "pizzas",
  versions: ["v1alpha1", "v1beta1"],
  at: "spec",
  subresources: ["status"],
  common: {},
  before: {
    v1alpha1: { toppings: ["mozzarella", "tomato", "tomato"] },
    v1beta1: {
      toppings: [
        { name: "mozzarella", quantity: 1 },
        { name: "tomato", quantity: 2 },
      ],
    },
  },
  after: {
    v1alpha1: { toppings: ["salami"] },
    v1beta1: { toppings: [{ name: "salami", quantity: 1 }] },
  },
  status: { cost: 9.5 },
};

/** All of an object but apiVersion, kind and metadata. */
export function bodyIn(kind: KindUnderTest, version: string, state: State): JsonObject {
  const fields = { ...kind.common, ...fieldsIn(kind, version, state) };
  return kind.at === "spec" ? { spec: fields } : fields;
}

/** A whole object to send. */
export function objectIn(
  kind: KindUnderTest,
  version: string,
  name: string,
  state: State = "before",
): JsonObject {
  return {
    apiVersion: `${kind.group}/${version}`,
    kind: kind.kind,
    metadata: { name },
    ...bodyIn(kind, version, state),
  };
}

/** A merge patch from `before` to `after`. */
export function mergePatch(kind: KindUnderTest, version: string): JsonObject {
  const fields = fieldsIn(kind, version, "after");
  return kind.at === "spec" ? { spec: fields } : fields;
}

/** A JSON Patch from `before` to `after`. */
export function jsonPatch(kind: KindUnderTest, version: string): JsonValue {
  const prefix = kind.at === "spec" ? "/spec" : "";
  return Object.entries(fieldsIn(kind, version, "after")).map(([key, value]) => ({
    op: "replace",
    path: `${prefix}/${key}`,
    value,
  }));
}

function fieldsIn(kind: KindUnderTest, version: string, state: State): JsonObject {
  const fields = kind[state][version];
  if (fields === undefined) throw new Error(`${kind.kind} has no version ${version}`);
  return fields;
}

/** The part of a response that is specific to a kind: all but apiVersion, kind and metadata. */
export function bodyOf(object: JsonObject): JsonObject {
  const { apiVersion: _, kind: __, metadata: ___, ...body } = object;
  return body;
}

/** The metadata of a response. */
export function metadataOf(object: JsonObject): JsonObject {
  const { metadata } = object;
  return isObject(metadata) ? metadata : {};
}
