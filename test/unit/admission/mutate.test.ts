import { describe, expect, test } from "vitest";
import { kind as pizzaKind } from "../../../examples/kinds/pizza/kind.ts";
import type { AdmissionHandlers } from "../../../lib/admission/admission-kind.ts";
import type { Converter } from "../../../lib/converter/converter.ts";
import { ok } from "../../../lib/json/result.ts";
import { type JsonObject, type JsonValue, member } from "../../../lib/json/value.ts";
import { stringify } from "../../../lib/json/write.ts";
import { widget, widgets } from "../../support/faulty-kinds.ts";
import { objectIn } from "../../support/json-lines.ts";
import { type AdmissionParts, admissionReview, cronTab, pizza } from "../../support/reviews.ts";
import { responseTo, send } from "../../support/send-review.ts";

/** The operations of the response's patch; undefined without a patch. */
async function patchOf(
  parts: AdmissionParts,
  handlers?: AdmissionHandlers,
  converter?: Converter,
): Promise<JsonValue | undefined> {
  const kinds = handlers && widgets({ handlers, ...(converter && { converter }) });
  const response = await responseTo("mutate", admissionReview(parts), kinds ? { kinds } : {});
  expect(response).toMatchObject({ allowed: true });
  const patch = member(response, "patch");
  if (patch === undefined) return undefined;
  return objectIn(`{"patch":${Buffer.from(String(patch), "base64").toString()}}`)["patch"];
}

const three = ["tomato", "mozzarella", "salami"];
const portions = three.map((name) => ({ name, quantity: 1 }));
const { spec: _, ...empty }: JsonObject = pizza("v1beta1", null);

describe("a pizza without toppings", () => {
  test.each<{ name: string; object: JsonObject; patch: JsonValue }>([
    {
      name: "without spec",
      object: empty,
      patch: [{ op: "add", path: "/spec", value: { toppings: portions } }],
    },
    {
      name: "with an empty spec",
      object: pizza("v1beta1", {}),
      patch: [{ op: "add", path: "/spec/toppings", value: portions }],
    },
    {
      name: "with toppings null",
      object: pizza("v1beta1", { toppings: null }),
      patch: [{ op: "replace", path: "/spec/toppings", value: portions }],
    },
    {
      name: "in v1alpha1",
      object: pizza("v1alpha1", {}),
      patch: [{ op: "add", path: "/spec/toppings", value: three }],
    },
  ])("$name gets its three default toppings", async ({ object, patch }) => {
    expect(await patchOf({ object })).toEqual(patch);
  });

  test.each<{ name: string; version: string; list: readonly JsonValue[] }>([
    { name: "v1alpha1", version: "v1alpha1", list: three },
    { name: "v1beta1", version: "v1beta1", list: portions },
  ])("with an empty list in $name gets its three default toppings", async ({ version, list }) => {
    const operations = list.map((value, index) => ({
      op: "add",
      path: `/spec/toppings/${index}`,
      value,
    }));
    expect(await patchOf({ object: pizza(version, { toppings: [] }) })).toEqual(operations);
  });
});

describe("a pizza that needs no change gets no patch", () => {
  test.each<{ name: string; parts: AdmissionParts }>([
    {
      name: "a pizza with toppings",
      parts: { object: pizza("v1beta1", { toppings: [{ name: "x", quantity: 1 }] }) },
    },
    {
      name: "an order of members other than that of the conversion",
      parts: { object: pizza("v1alpha1", { toppings: ["a", "b", "a"] }) },
    },
    {
      name: "a quantity that v1alpha1 can't represent",
      parts: { object: pizza("v1beta1", { toppings: [{ name: "a", quantity: 0 }] }) },
    },
    { name: "a spec that is text", parts: { object: pizza("v1beta1", "x") } },
    { name: "a kind without handlers", parts: { object: cronTab("v1", { unknown: 1 }) } },
    { name: "DELETE", parts: { oldObject: pizza("v1beta1", {}), operation: "DELETE" } },
    { name: "CONNECT", parts: { object: pizza("v1beta1", {}), operation: "CONNECT" } },
    {
      name: "the status",
      parts: {
        object: pizza("v1beta1", {}),
        operation: "UPDATE",
        request: { subResource: "status" },
      },
    },
    {
      name: "scale, whose object is of another kind",
      parts: {
        object: cronTab("v1", {}),
        operation: "UPDATE",
        request: {
          subResource: "scale",
          kind: { group: "autoscaling", version: "v1", kind: "Scale" },
        },
      },
    },
  ])("$name", async ({ parts }) => {
    expect(await patchOf(parts)).toBeUndefined();
  });
});

describe("unknown fields of a pizza are dropped", () => {
  const toppings = [{ name: "a", quantity: 1 }];
  test.each<{ name: string; object: JsonObject; paths: readonly string[] }>([
    {
      name: "below spec",
      object: pizza("v1beta1", { toppings, sauce: 1 }),
      paths: ["/spec/sauce"],
    },
    {
      name: "at the root",
      object: { ...pizza("v1beta1", { toppings }), extra: {} },
      paths: ["/extra"],
    },
    {
      name: "in an item",
      object: pizza("v1beta1", { toppings: [{ ...toppings[0], side: 1 }] }),
      paths: ["/spec/toppings/0/side"],
    },
    {
      name: "called __proto__",
      object: pizza(
        "v1beta1",
        JSON.parse('{"toppings":[{"name":"a","quantity":1}],"__proto__":{"x":1}}'),
      ),
      paths: ["/spec/__proto__"],
    },
    {
      name: "in v1alpha1",
      object: pizza("v1alpha1", { toppings: ["a"], sauce: 1 }),
      paths: ["/spec/sauce"],
    },
  ])("$name", async ({ object, paths }) => {
    expect(await patchOf({ object })).toEqual(paths.map((path) => ({ op: "remove", path })));
  });

  test("metadata stays, including managedFields", async () => {
    const metadata = { managedFields: [{ fieldsV1: { "f:spec": {} } }], unknown: 1 };
    expect(await patchOf({ object: pizza("v1beta1", { toppings }, metadata) })).toBeUndefined();
  });
});

/** Renames `a` to `b` on the way to v2, and leaves noise on either way. */
const noisy: Converter = ({ body }) => {
  const { a, b, ...rest } = body;
  return ok({
    body: { ...rest, ...(a !== undefined && { b: a }), ...(b !== undefined && { a: b }), noise: 1 },
  });
};

describe("a handler written at v1, for an object of v2", () => {
  const object = widget("v2", { b: 1, other: "x" });
  test.each<{ name: string; mutate: (it: JsonObject) => JsonObject; patch: JsonValue | undefined }>(
    [
      { name: "a handler that changes nothing", mutate: (it) => it, patch: undefined },
      {
        name: "a handler that returns a copy",
        mutate: (it) => structuredClone(it),
        patch: undefined,
      },
      {
        name: "a handler that changes one value",
        mutate: (it) => ({ ...it, a: 2 }),
        patch: [{ op: "replace", path: "/b", value: 2 }],
      },
      {
        name: "a handler that removes one value",
        mutate: ({ a: _a, ...it }) => it,
        patch: [{ op: "remove", path: "/b" }],
      },
      {
        name: "a handler that sets a label",
        mutate: (it) => ({
          ...it,
          metadata: { ...(it["metadata"] as object), labels: { l: "1" } },
        }),
        patch: [{ op: "add", path: "/metadata/labels", value: { l: "1" } }],
      },
    ],
  )("$name leaves no noise", async ({ mutate, patch }) => {
    expect(await patchOf({ object }, { mutate }, noisy)).toEqual(patch);
  });

  test("whose result can't be converted back is a denial", async () => {
    const oneWay: Converter = ({ body }) =>
      body["a"] === 2
        ? { ok: false, error: { code: "ValueRefused", path: "a", message: "no" } }
        : ok({ body });
    const kinds = widgets({ converter: oneWay, handlers: { mutate: (it) => ({ ...it, a: 2 }) } });
    const { log } = await send("mutate", stringify(admissionReview({ object })), { kinds });
    expect(log.outcome).toBe("denied");
    expect(log.thrown).toMatchObject({ message: expect.stringContaining("a: no") });
  });
});

describe("an object that can't be converted to the handlers' version", () => {
  const broken = pizza("v1alpha1", { toppings: [5] });
  const deleted = pizza(
    "v1alpha1",
    { toppings: [5] },
    { deletionTimestamp: "2026-01-01T00:00:00Z" },
  );
  test.each<{ name: string; parts: AdmissionParts; allowed: boolean }>([
    { name: "on CREATE", parts: { object: broken }, allowed: false },
    { name: "on CREATE with a deletionTimestamp", parts: { object: deleted }, allowed: false },
    {
      name: "on UPDATE that made it unconvertible",
      parts: { object: broken, oldObject: pizza("v1alpha1", {}), operation: "UPDATE" },
      allowed: false,
    },
    {
      name: "on UPDATE that leaves it unconvertible",
      parts: {
        object: { ...broken, metadata: { finalizers: [] } },
        oldObject: broken,
        operation: "UPDATE",
      },
      allowed: true,
    },
    {
      name: "during deletion, as it was before",
      parts: {
        object: deleted,
        oldObject: { ...deleted, metadata: { finalizers: ["a/b"] } },
        operation: "UPDATE",
      },
      allowed: true,
    },
  ])("$name: allowed $allowed", async ({ parts, allowed }) => {
    expect(await responseTo("mutate", admissionReview(parts))).toMatchObject({ allowed });
    expect(await responseTo("validate", admissionReview(parts))).toMatchObject({ allowed });
  });

  test("on an UPDATE during deletion that made it unconvertible is allowed by mutate, and denied by the guard", async () => {
    const parts = { object: deleted, oldObject: pizza("v1alpha1", {}), operation: "UPDATE" };
    expect(await responseTo("mutate", admissionReview(parts))).toMatchObject({ allowed: true });
    expect(await responseTo("validate", admissionReview(parts))).toMatchObject({ allowed: false });
  });
});

describe("the context of a handler has", () => {
  test.each<{ name: string; parts: AdmissionParts; expected: object }>([
    {
      name: "the dryRun of the request",
      parts: { object: widget("v1"), request: { dryRun: true } },
      expected: { dryRun: true },
    },
    {
      name: "an empty name if the name is still to be generated",
      parts: { object: widget("v1"), request: { name: "" } },
      expected: { name: "" },
    },
    {
      name: "a value for each member that the request leaves out",
      parts: { object: widget("v1") },
      expected: { dryRun: false, subresource: "", operation: "CREATE", namespace: "default" },
    },
    {
      name: "the user of the request",
      parts: {
        object: widget("v1"),
        request: { userInfo: { username: "eve", groups: ["cooks"], extra: { scopes: ["a"] } } },
      },
      expected: { user: { username: "eve", groups: ["cooks"], extra: { scopes: ["a"] } } },
    },
    {
      name: "the old object, at the handler's version",
      parts: { object: widget("v2"), oldObject: widget("v2", { a: 1 }), operation: "UPDATE" },
      expected: { old: { apiVersion: "example.org/v1", a: 1 }, operation: "UPDATE" },
    },
  ])("$name", async ({ parts, expected }) => {
    const seen: unknown[] = [];
    await patchOf(parts, {
      mutate: (it, context) => {
        seen.push(context);
        return it;
      },
    });
    expect(seen).toMatchObject([expected]);
  });

  test("a pizza whose name will be generated is handled like any other", async () => {
    const { metadata: _metadata, ...rest } = pizza("v1beta1", {});
    const object = { ...rest, metadata: { generateName: "p-", namespace: "default" } };
    expect(await patchOf({ object })).toHaveLength(1);
  });

  test("audit annotations are sent with the response", async () => {
    const handlers: AdmissionHandlers = {
      mutate: (it, { annotate }) => {
        annotate("seen", "yes");
        annotate("not/valid", "no");
        return it;
      },
    };
    const review = admissionReview({ object: widget("v2") });
    expect(await responseTo("mutate", review, { kinds: widgets({ handlers }) })).toMatchObject({
      auditAnnotations: { seen: "yes" },
    });
  });
});

describe("a value that a handler sets", () => {
  const object = widget("v1", { spec: { list: [{ name: "a" }, { name: "b" }], text: "x" } });
  test.each<{ name: string; sets: readonly (readonly [string, JsonValue])[]; patch: JsonValue }>([
    {
      name: "a member",
      sets: [["spec.text", "y"]],
      patch: [{ op: "replace", path: "/spec/text", value: "y" }],
    },
    {
      name: "a member below maps that are missing",
      sets: [["status.a.b", 1]],
      patch: [{ op: "add", path: "/status", value: { a: { b: 1 } } }],
    },
    {
      name: "a member of an item",
      sets: [["spec.list[1].name", "c"]],
      patch: [{ op: "replace", path: "/spec/list/1/name", value: "c" }],
    },
    {
      name: "an item after the last one",
      sets: [["spec.list[2]", { name: "c" }]],
      patch: [{ op: "add", path: "/spec/list/2", value: { name: "c" } }],
    },
    {
      name: "a key with dots, and one with a meaning in JavaScript",
      sets: [
        ["metadata.labels[a.b/c]", "d"],
        ["spec.__proto__", 1],
      ],
      patch: [
        { op: "add", path: "/metadata/labels", value: { "a.b/c": "d" } },
        { op: "add", path: "/spec/__proto__", value: 1 },
      ],
    },
    {
      name: "several values after each other, in order",
      sets: [
        ["spec.text", "y"],
        ["spec.text", "z"],
      ],
      patch: [{ op: "replace", path: "/spec/text", value: "z" }],
    },
  ])("$name", async ({ sets, patch }) => {
    const mutate: AdmissionHandlers["mutate"] = (_, { set }) => {
      for (const [path, value] of sets) set(path, value);
      return undefined;
    };
    expect(await patchOf({ object }, { mutate })).toEqual(patch);
  });

  test("is in the object that the handler returns", async () => {
    const mutate: AdmissionHandlers["mutate"] = (it, { set }) => {
      set("a", 1);
      return { ...it, b: 2 };
    };
    expect(await patchOf({ object: widget("v1") }, { mutate })).toEqual([
      { op: "add", path: "/b", value: 2 },
      { op: "add", path: "/a", value: 1 },
    ]);
  });

  test.each([
    { path: "spec.text.more.of", reason: "more is below a scalar" },
    { path: "spec.list.name", reason: "the index in the list must be from 0 to 2, not name" },
    { path: "spec.list[3].a", reason: "the index in the list must be from 0 to 2, not 3" },
    { path: "spec.list[-1]", reason: "the index in the list must be from 0 to 2, not -1" },
  ])("that can't be set at $path is a denial", async ({ path, reason }) => {
    const handlers: AdmissionHandlers = { mutate: (_, { set }) => set(path, 1) };
    const { log } = await send("mutate", stringify(admissionReview({ object })), {
      kinds: widgets({ handlers }),
    });
    const message = `a handler can't set ${path}: ${reason}`;
    expect(log).toMatchObject({ outcome: "denied", thrown: { name: "TypeError", message } });
  });
});

describe("a value of another type than its schema declares is left to the API server", () => {
  test.each<{ name: string; spec: JsonValue }>([
    { name: "a map for a list", spec: { toppings: {} } },
    { name: "a text for a map", spec: "x" },
    { name: "an item that is null", spec: { toppings: [null] } },
    { name: "a number for a text", spec: { toppings: [{ name: 1, quantity: 1 }] } },
    { name: "a text for an integer", spec: { toppings: [{ name: "a", quantity: "1" }] } },
  ])("$name", async ({ spec }) => {
    const mutate = () => {
      throw new Error("a handler saw it");
    };
    const kinds = [{ ...pizzaKind, admission: { at: "v1beta1", mutate } }];
    const review = admissionReview({ object: pizza("v1beta1", spec) });
    const response = await responseTo("mutate", review, { kinds });
    expect(response).toMatchObject({ allowed: true });
  });
});
