import { describe, expect, test } from "vitest";
import {
  preparedForCreate,
  preparedForStatusUpdate,
  preparedForUpdate,
  scaleErrors,
  scaleOf,
} from "../../../lib/crd/subresources/subresources.ts";
import { deepFreeze } from "../../../lib/json/deep-freeze.ts";
import { mapAt } from "../../../lib/json/members.ts";
import type { JsonObject, JsonValue } from "../../../lib/json/value.ts";

const scale = {
  specReplicasPath: ".spec.replicas",
  statusReplicasPath: ".status.replicas",
  labelSelectorPath: ".status.selector",
};

function thing(spec: JsonValue, status?: JsonValue, generation = 3): JsonObject {
  const metadata = { name: "a", namespace: "b", generation, labels: { c: "d" } };
  return deepFreeze({ metadata, spec, ...(status !== undefined && { status }) });
}

describe("preparedForCreate", () => {
  test("drops the status if /status is served", () => {
    expect(preparedForCreate(thing({}, {}), true)).toEqual(thing({}, undefined, 1));
  });
  test("does not change it otherwise", () => {
    expect(preparedForCreate(thing({}, {}), false)).toEqual(thing({}, {}, 1));
  });
});

describe("preparedForUpdate", () => {
  const rows = [
    {
      name: "nothing changed",
      now: thing(1, 2),
      was: thing(1, 2),
      has: true,
      prepared: thing(1, 2),
    },
    { name: "the spec", now: thing(0, 2), was: thing(1, 2), has: true, prepared: thing(0, 2, 4) },
    { name: "the status", now: thing(1, 0), was: thing(1, 2), has: true, prepared: thing(1, 2) },
    { name: "an added status", now: thing(1, 0), was: thing(1), has: true, prepared: thing(1) },
    {
      name: "the status, without /status",
      now: thing(1, 0),
      was: thing(1, 2),
      has: false,
      prepared: thing(1, 0, 4),
    },
    {
      name: "no metadata at all",
      now: { spec: 1 },
      was: {},
      has: false,
      prepared: { spec: 1, metadata: { generation: 1 } },
    },
  ];

  test.each(rows)("$name", ({ now, was, has, prepared }) => {
    expect(preparedForUpdate(now, was, has)).toEqual(prepared);
  });
});

describe("preparedForStatusUpdate", () => {
  test("uses the status and managedFields of the request", () => {
    const managed = { metadata: { name: "x", managedFields: [1] }, status: 5 };
    expect(preparedForStatusUpdate(managed, thing(1, 2))).toEqual({
      ...thing(1, 5),
      metadata: { ...mapAt(thing(1), "metadata"), managedFields: [1] },
    });
  });
  test("drops a status that the request lacks", () => {
    expect(preparedForStatusUpdate({ spec: 9 }, thing(1, 2))).toEqual(thing(1));
  });
});

describe("scaleErrors", () => {
  const rows: readonly { name: string; object: JsonObject; spec: string; status: string }[] = [
    { name: "no values", object: {}, spec: "", status: "" },
    { name: "null in a parent", object: { spec: null, status: null }, spec: "", status: "" },
    {
      name: "integers",
      object: { spec: { replicas: 1 }, status: { replicas: 2, selector: "a" } },
      spec: "",
      status: "",
    },
    {
      name: "below zero, above 32 bits",
      object: { spec: { replicas: -1 }, status: { replicas: 2 ** 31 } },
      spec: "should be a non-negative integer",
      status: "should be less than or equal to 2147483647",
    },
    {
      name: "other types",
      object: { spec: { replicas: { b: [1.5], a: null } }, status: { selector: 1, replicas: 1 } },
      spec: ".spec.replicas accessor error: map[a:<nil> b:[1.5]] is of the type map[string]interface {}, expected int64",
      status: ".status.selector accessor error: 1 is of the type int64, expected string",
    },
    {
      name: "a text in a parent",
      object: { spec: "x", status: true },
      spec: ".spec.replicas accessor error: x is of the type string, expected map[string]interface{}",
      status:
        ".status.replicas accessor error: true is of the type bool, expected map[string]interface{}",
    },
  ];

  test.each(rows)("$name", ({ object, spec, status }) => {
    expect(scaleErrors(object, scale, "spec").map(({ detail }) => detail)[0] ?? "").toBe(spec);
    expect(scaleErrors(object, scale, "status").map(({ detail }) => detail)[0] ?? "").toBe(status);
  });

  test("finds nothing without a scale", () => {
    expect(scaleErrors({ spec: "x" }, undefined, "spec")).toEqual([]);
  });
});

describe("scaleOf", () => {
  test("returns an object's scale", () => {
    const object = thing({ replicas: 3 }, { replicas: 2, selector: "a=b" });
    expect(scaleOf(object, scale)).toEqual({
      ok: true,
      scale: {
        apiVersion: "autoscaling/v1",
        kind: "Scale",
        metadata: { name: "a", namespace: "b" },
        spec: { replicas: 3 },
        status: { replicas: 2, selector: "a=b" },
      },
    });
  });

  test("omits zero in the spec", () => {
    const object = { spec: { replicas: 0 } };
    expect(
      scaleOf(object, { specReplicasPath: ".spec.replicas", statusReplicasPath: ".s.r" }),
    ).toEqual({
      ok: true,
      scale: {
        apiVersion: "autoscaling/v1",
        kind: "Scale",
        metadata: {},
        spec: {},
        status: { replicas: 0 },
      },
    });
  });

  test.each([
    { name: "no replicas", object: {}, error: "does not exist" },
    { name: "replicas of text", object: { spec: { replicas: "1" } }, error: "expected int64" },
    {
      name: "a status of text",
      object: { spec: { replicas: 1 }, status: { replicas: "1" } },
      error: "expected int64",
    },
    {
      name: "a selector of numbers",
      object: { spec: { replicas: 1 }, status: { selector: 1 } },
      error: "expected string",
    },
  ])("refuses $name", ({ object, error }) => {
    expect(scaleOf(object, scale)).toMatchObject({
      ok: false,
      error: expect.stringContaining(error),
    });
  });
});
