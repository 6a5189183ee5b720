import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isObject, type JsonObject, member } from "../../lib/json/value.ts";
import { withVersions } from "./support/custom-resources.ts";
import { cronTab, objectIn, pizza } from "./support/kinds.ts";
import { openWorld, type World } from "./support/world.ts";

let world: World;

beforeAll(async () => {
  world = await openWorld();
  await world.define(cronTab, { change: withFreeSpec });
  await world.define(pizza);
});

afterAll(() => world?.stop());

/** The definition with a spec that keeps fields nobody declared, in each version. */
function withFreeSpec(definition: JsonObject): JsonObject {
  const spec = { type: "object", "x-kubernetes-preserve-unknown-fields": true };
  const openAPIV3Schema = { type: "object", properties: { spec } };
  return withVersions(definition, ({ subresources: _, ...version }) => ({
    ...version,
    schema: { openAPIV3Schema },
  }));
}

const numbers = {
  afterTwoTo53: 9007199254740993n,
  below: -9007199254740993n,
  max: 9223372036854775807n,
  min: -9223372036854775808n,
  float: 0.1,
  large: 1e300,
  list: [9007199254740993n, [{ deep: 9007199254740995n }]],
  empty: { list: [], map: {}, text: "", zero: 0, no: false },
  null: null,
  ["__proto__"]: "a field like any other",
  constructor: 1,
};

describe.each([
  { storage: "v1beta1", version: "v1beta1", other: "v1" },
  { storage: "v1beta1", version: "v1", other: "v1beta1" },
  { storage: "v1", version: "v1beta1", other: "v1" },
  { storage: "v1", version: "v1", other: "v1beta1" },
])("exact values, stored in $storage, written in $version", ({ storage, version, other }) => {
  beforeAll(() => world.store(cronTab, storage));

  test("2^53+1 and similar integers survive create, read, patch and update", async () => {
    const [here, there] = [world.objects(cronTab, version), world.objects(cronTab, other)];
    const object = objectIn(cronTab, version, "a");
    const { spec = {} } = object;
    await here.create({ ...object, spec: { ...(isObject(spec) ? spec : {}), numbers } });
    expect(numbersOf(await here.get("a"))).toEqual(numbers);
    expect(numbersOf(await there.get("a"))).toEqual(numbers);
    await there.patch("a", "merge", { spec: { replicas: 9007199254740997n } });
    await there.update(await there.get("a"));
    expect(numbersOf(await here.get("a"))).toEqual(numbers);
    expect(await here.get("a")).toMatchObject({ spec: { replicas: 9007199254740997n } });
    await here.delete("a");
  });
});

describe("a declared number", () => {
  test.each(["v1alpha1", "v1beta1"])("keeps its integer when %s is stored", async (storage) => {
    await world.store(pizza, storage);
    const [older, newer] = [world.objects(pizza, "v1alpha1"), world.objects(pizza, "v1beta1")];
    await older.create(objectIn(pizza, "v1alpha1", "dear"));
    await newer.sub("status").patch("dear", "merge", { status: { cost: 9007199254740993n } });
    expect(await older.get("dear")).toMatchObject({ status: { cost: 9007199254740993n } });
    expect(await newer.get("dear")).toMatchObject({ status: { cost: 9007199254740993n } });
    await older.delete("dear");
  });
});

function numbersOf(object: JsonObject): JsonObject {
  const spec = member(object, "spec") ?? {};
  const found = isObject(spec) ? member(spec, "numbers") : undefined;
  return found !== undefined && isObject(found) ? found : {};
}
