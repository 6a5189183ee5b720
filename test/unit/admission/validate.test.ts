import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type {
  AdmissionHandlers,
  LookupRule,
  RuleResult,
  ValidateContext,
} from "../../../lib/admission/admission-kind.ts";
import type { Lookup } from "../../../lib/cluster/lookup.ts";
import { mapAt } from "../../../lib/json/members.ts";
import type { JsonObject, JsonValue } from "../../../lib/json/value.ts";
import { stringify } from "../../../lib/json/write.ts";
import { defineKind } from "../../../lib/kind/kind.ts";
import type { LensData } from "../../../lib/lens/language/rule.ts";
import { deadlineOf } from "../../../lib/request/deadline.ts";
import { denialCauses } from "../../support/denial-causes.ts";
import { existing } from "../../support/existing.ts";
import { widget, widgets } from "../../support/faulty-kinds.ts";
import { type AdmissionParts, admissionReview, pizza } from "../../support/reviews.ts";
import { responseTo, send } from "../../support/send-review.ts";

const deletionTimestamp = "2026-01-01T00:00:00Z";

function toppings(...names: readonly string[]): JsonValue {
  return { toppings: names.map((name) => ({ name, quantity: 1 })) };
}

describe("the toppings of a pizza are allowed if each is known, and denied otherwise", () => {
  const unknown = pizza("v1beta1", toppings("tomato", "chalk"));
  const old = pizza("v1beta1", toppings("tomato"));
  const notFoundAt = (field: string): readonly string[] => [`FieldValueNotFound ${field}`];
  test.each<{
    name: string;
    parts: AdmissionParts;
    message: string | undefined;
    causes?: readonly string[];
  }>([
    { name: "all known", parts: { object: old }, message: undefined },
    { name: "none", parts: { object: pizza("v1beta1", {}) }, message: undefined },
    {
      name: "one unknown",
      parts: { object: unknown },
      message: 'topping "chalk" not known',
      causes: notFoundAt("spec.toppings[1].name"),
    },
    {
      name: "one unknown, in v1alpha1",
      parts: { object: pizza("v1alpha1", { toppings: ["chalk", "tomato"] }) },
      message: 'topping "chalk" not known',
      causes: notFoundAt("spec.toppings"),
    },
    {
      name: "the first unknown one in the list's order",
      parts: { object: pizza("v1beta1", toppings("b", "tomato", "a")) },
      message: 'topping "b" not known',
      causes: [...notFoundAt("spec.toppings[0].name"), ...notFoundAt("spec.toppings[2].name")],
    },
    {
      name: "a name with a quote",
      parts: { object: pizza("v1beta1", toppings('a"b')) },
      message: 'topping "a\\"b" not known',
      causes: notFoundAt("spec.toppings[0].name"),
    },
    {
      name: "a name that is not text, which the conversion guard refuses",
      parts: { object: pizza("v1beta1", { toppings: [{ name: { toString: 0 } }, null] }) },
      message:
        "spec.toppings[0].name: must be a list of toppings, each a name or a name with a whole quantity, 0 or more: the object cannot be converted to v1alpha1, and every list and watch of v1alpha1 would fail; correct that field",
      causes: ["FieldValueInvalid spec.toppings[0].name (ValueRefused)"],
    },
    {
      name: "UPDATE that adds one",
      parts: { object: unknown, oldObject: old, operation: "UPDATE" },
      message: 'topping "chalk" not known',
      causes: notFoundAt("spec.toppings[1].name"),
    },
    {
      name: "UPDATE that leaves the list",
      parts: {
        object: { ...unknown, status: { cost: 1 } },
        oldObject: unknown,
        operation: "UPDATE",
      },
      message: undefined,
    },
    {
      name: "UPDATE whose old object can't be parsed",
      parts: { object: unknown, oldObject: pizza("v1beta1", { toppings: 1 }), operation: "UPDATE" },
      message: 'topping "chalk" not known',
      causes: notFoundAt("spec.toppings[1].name"),
    },
    {
      name: "UPDATE without the old object",
      parts: { object: unknown, operation: "UPDATE" },
      message: 'topping "chalk" not known',
      causes: notFoundAt("spec.toppings[1].name"),
    },
    {
      name: "UPDATE during deletion",
      parts: {
        object: pizza("v1beta1", toppings("chalk"), { deletionTimestamp }),
        oldObject: old,
        operation: "UPDATE",
      },
      message: undefined,
    },
    {
      name: "UPDATE with no deletionTimestamp but null",
      parts: {
        object: pizza("v1beta1", toppings("chalk"), { deletionTimestamp: null }),
        oldObject: old,
        operation: "UPDATE",
      },
      message: 'topping "chalk" not known',
      causes: notFoundAt("spec.toppings[0].name"),
    },
    { name: "DELETE", parts: { oldObject: unknown, operation: "DELETE" }, message: undefined },
    {
      name: "the status",
      parts: {
        object: unknown,
        oldObject: old,
        operation: "UPDATE",
        request: { subResource: "status" },
      },
      message: undefined,
    },
  ])("$name: $message", async ({ parts, message, causes = [] }) => {
    const response = await responseTo("validate", admissionReview(parts));
    expect(response["allowed"]).toBe(message === undefined);
    expect(mapAt(response, "status")["message"]).toBe(message);
    expect(denialCauses(parts, response)).toEqual(causes);
  });

  test("all unknown toppings are in the causes, with their paths", async () => {
    const object = pizza("v1beta1", toppings("b", "tomato", "a", "b"));
    const { status } = await responseTo("validate", admissionReview({ object }));
    expect(status).toMatchObject({
      code: 403,
      reason: "Forbidden",
      details: {
        name: "margherita",
        group: "restaurant.programming-kubernetes.info",
        kind: "Pizza",
        causes: [
          {
            reason: "FieldValueNotFound",
            field: "spec.toppings[0].name",
            message: 'topping "b" not known',
          },
          {
            reason: "FieldValueNotFound",
            field: "spec.toppings[2].name",
            message: 'topping "a" not known',
          },
          {
            reason: "FieldValueNotFound",
            field: "spec.toppings[3].name",
            message: 'topping "b" not known',
          },
        ],
      },
    });
  });

  test("each name is looked up once, and none for an update during deletion", async () => {
    const asked: string[] = [];
    const lookup = existing(async ({ name }) => {
      asked.push(name);
      return true;
    });
    const object = pizza("v1beta1", toppings("a", "b", "a"));
    await responseTo("validate", admissionReview({ object }), { lookup });
    await responseTo(
      "validate",
      admissionReview({ object, oldObject: object, operation: "UPDATE" }),
      { lookup },
    );
    expect(asked).toEqual(["a", "b"]);
  });
});

function denying(field: string, detail: string, message?: string) {
  return (_: JsonObject, { deny }: ValidateContext): RuleResult => deny(field, detail) ?? message;
}

function lookupRule(check: ReturnType<typeof denying>): LookupRule {
  return {
    reads: ["spec"],
    resources: [],
    check: async (object, context) => check(object, context),
  };
}

describe("a denial that rests on a remembered lookup", () => {
  test.each([
    { name: "is withdrawn if the cluster now has the object", now: true, allowed: true },
    { name: "stays if the cluster still does not have the object", now: false, allowed: false },
  ])("$name", async ({ now, allowed }) => {
    const lookup = { ...existing(async () => false), fresh: () => existing(async () => now) };
    const object = pizza("v1beta1", toppings("olives"));
    const response = await responseTo("validate", admissionReview({ object }), { lookup });
    expect(response).toMatchObject({ allowed });
  });

  test("is looked up once if nothing was remembered", async () => {
    let asked = 0;
    const lookup = existing(async () => {
      asked += 1;
      return false;
    });
    const object = pizza("v1beta1", toppings("olives"));
    await responseTo("validate", admissionReview({ object }), { lookup });
    expect(asked).toBe(1);
  });
});

describe("100,000 unknown toppings", () => {
  const names = Array.from({ length: 100_000 }, (_, index) => `t${index}`);

  test("are denied for the number of lookups, together with the faults that the guard finds", async () => {
    const object = pizza("v1beta1", toppings(...names));
    const { log } = await send("validate", stringify(admissionReview({ object })));
    expect(log).toMatchObject({
      outcome: "denied",
      message: expect.stringMatching(/^this object needs more than the 200 lookups/),
    });
  });

  test("are looked up 100 at a time, and not after a deadline", async () => {
    const asked: string[] = [];
    const lookup = existing((key, signal) => {
      asked.push(key.name);
      return new Promise((_, reject) =>
        signal.addEventListener("abort", () => reject(signal.reason)),
      );
    });
    const object = pizza("v1beta1", toppings(...names));
    const deadline = deadlineOf("200ms");
    const { httpResponse } = await send("validate", stringify(admissionReview({ object })), {
      lookup,
      deadline,
    });
    expect(httpResponse.status).toBe(503);
    expect(asked).toHaveLength(100);
  });
});

describe("the lookups of one review", () => {
  const names = (count: number): readonly string[] =>
    Array.from({ length: count }, (_, index) => `t${index}`);
  const counting = (answer: boolean) => {
    const asked: string[] = [];
    const lookup = existing(async ({ name }) => {
      asked.push(name);
      return answer;
    });
    return { asked, lookup };
  };
  const tooMany = /^this object needs more than the 200 lookups in the cluster/;

  test("are at most 200: 2,000 unknown names are denied, with the count in the message", async () => {
    const { asked, lookup } = counting(false);
    const object = pizza("v1beta1", toppings(...names(2_000)));
    const { log } = await send("validate", stringify(admissionReview({ object })), { lookup });
    expect(log).toMatchObject({ outcome: "denied", message: expect.stringMatching(tooMany) });
    expect(log.thrown).toBeUndefined();
    expect(asked).toHaveLength(200);
  });

  test("are at most 200 also if the results are remembered", async () => {
    const object = pizza("v1beta1", toppings(...names(201)));
    const { lookup } = counting(true);
    const first = await responseTo("validate", admissionReview({ object }), { lookup });
    const second = await responseTo("validate", admissionReview({ object }), { lookup });
    expect([first["allowed"], second["allowed"]]).toEqual([false, false]);
  });

  test("may be 200, and 200 again if the results were remembered", async () => {
    const [first, second] = [counting(false), counting(false)];
    const lookup = { ...first.lookup, fresh: () => second.lookup };
    const many = [...names(200), ...Array.from({ length: 2_000 }, () => "t0")];
    const object = pizza("v1beta1", toppings(...many));
    const { status } = await responseTo("validate", admissionReview({ object }), { lookup });
    expect(status).toMatchObject({
      message: expect.stringMatching(/^topping "t0" not known/),
      details: { causes: expect.toSatisfy((causes: JsonValue[]) => causes.length === 1000) },
    });
    expect([first.asked.length, second.asked.length]).toEqual([200, 200]);
  });

  const key = (name: string) => ({ group: "", version: "v1", resource: "things", name });
  const asking = (check: LookupRule["check"]): AdmissionHandlers => ({
    lookups: [{ reads: ["spec"], resources: [], check }],
  });
  const denialOf = async (handlers: AdmissionHandlers, lookup = counting(true).lookup) => {
    const review = admissionReview({ object: widget("v1") });
    const { status } = await responseTo("validate", review, {
      kinds: widgets({ handlers }),
      lookup,
    });
    return status;
  };

  test.each<{ name: string; check: LookupRule["check"] }>([
    {
      name: "a rule that continues after the error",
      check: async (_, { lookup, signal }) => {
        for (const name of names(300)) await lookup.exists(key(name), signal).catch(() => true);
        return undefined;
      },
    },
    {
      name: "a rule that throws an error of its own",
      check: async (_, { lookup, signal }) => {
        try {
          for (const name of names(300)) await lookup.exists(key(name), signal);
        } catch {
          throw new TypeError("lost");
        }
        return undefined;
      },
    },
    {
      name: "a rule that looks up with signals of its own",
      check: async (_, { lookup }) => {
        const lookUp = () => lookup.exists(key("a"), new AbortController().signal);
        for (const _name of names(300)) await lookUp().catch(() => true);
        return undefined;
      },
    },
    {
      name: "a rule that looks up anew",
      check: async (_, { lookup, signal }) => {
        for (const name of names(300)) {
          await (lookup.fresh?.() ?? lookup).exists(key(name), signal).catch(() => true);
        }
        return undefined;
      },
    },
    {
      name: "a rule that looks up in several ways",
      check: async (_, { lookup, signal }) => {
        const fail = () => undefined;
        for (const name of names(100)) {
          await lookup.exists(key(name), signal);
          await lookup.get(key(name), signal).catch(fail);
          await lookup.list({ ...key(name), namespace: name }, signal).catch(fail);
        }
        return undefined;
      },
    },
  ])("cannot be exceeded by $name", async ({ check }) => {
    const { asked, lookup } = counting(true);
    const all: Lookup = { ...lookup, get: async () => undefined, list: async () => [] };
    const again: Lookup = { ...all, fresh: () => again };
    const status = await denialOf(asking(check), again);
    expect(status).toMatchObject({ code: 403, message: expect.stringMatching(tooMany) });
    expect(asked.length).toBeLessThanOrEqual(200);
  });

  test("count for several rules together", async () => {
    const { asked, lookup } = counting(true);
    const rule: LookupRule = {
      reads: ["spec"],
      resources: [],
      check: async (_, context) => {
        for (const name of names(150)) await context.lookup.exists(key(name), context.signal);
        return undefined;
      },
    };
    expect(await denialOf({ lookups: [rule, rule] }, lookup)).toBeUndefined();
    expect(new Set(asked).size).toBe(150);
  });

  test("for the same object are one, and for different objects never", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.record({
            name: fc.constantFrom("a", "b", "a/b", '"', ""),
            namespace: fc.constantFrom("a", "b", "a/b", ""),
            resource: fc.constantFrom("a", "b"),
          }),
          { maxLength: 100 },
        ),
        async (questions) => {
          const asked: string[] = [];
          const text = (question: object) => JSON.stringify(Object.entries(question).sort());
          const answered: boolean[] = [];
          const check: LookupRule["check"] = async (_, { lookup, signal }) => {
            for (const question of questions) {
              const answer = await lookup.get({ group: "g", version: "v1", ...question }, signal);
              answered.push(answer?.["question"] === text(question));
            }
            return undefined;
          };
          const lookup: Lookup = {
            ...counting(true).lookup,
            get: async ({ group: _, version: __, ...question }) => {
              asked.push(text(question));
              return { question: text(question) };
            },
          };
          expect(await denialOf(asking(check), lookup)).toBeUndefined();
          expect(answered).toEqual(questions.map(() => true));
          expect(asked).toEqual([...new Set(questions.map(text))]);
        },
      ),
      { numRuns: 100 },
    );
  });
});

describe("several rules", () => {
  test.each<{
    name: string;
    handlers: AdmissionHandlers;
    message: string | undefined;
    causes: readonly string[];
  }>([
    {
      name: "none denies",
      handlers: { validate: () => undefined, lookups: [lookupRule(() => undefined)] },
      message: undefined,
      causes: [],
    },
    { name: "there are no rules", handlers: {}, message: undefined, causes: [] },
    {
      name: "one denies with a message alone",
      handlers: { validate: () => "no" },
      message: "no",
      causes: [],
    },
    {
      name: "one denies with faults, from which the message is made",
      handlers: { validate: async (...given) => denying("spec.a", "must be odd")(...given) },
      message: "spec.a: must be odd (in v1)",
      causes: ["FieldValueInvalid spec.a"],
    },
    {
      name: "all that deny are reported together",
      handlers: {
        validate: (_, { deny }) => {
          deny("metadata.labels[a.b]", "bad");
          deny("", "worse");
        },
        lookups: [
          lookupRule(denying("metadata.name", "unknown", "unknown")),
          lookupRule(() => undefined),
          lookupRule(denying("metadata.uid", "gone")),
        ],
      },
      message: "metadata.labels[a.b]: bad, worse; unknown; metadata.uid: gone",
      causes: [
        "FieldValueInvalid metadata.labels[a.b]",
        "FieldValueInvalid <nil>",
        "FieldValueInvalid metadata.name",
        "FieldValueInvalid metadata.uid",
      ],
    },
  ])("$name", async ({ handlers, message, causes }) => {
    const review = admissionReview({ object: widget("v2") });
    const kinds = widgets({ handlers });
    const response = await responseTo("validate", review, { kinds });
    expect(mapAt(response, "status")["message"]).toBe(message);
    expect(denialCauses({ object: widget("v2") }, response, kinds)).toEqual(causes);
  });

  test("warnings are sent with a denial too", async () => {
    const handlers: AdmissionHandlers = {
      validate: (_, { warn }) => {
        warn("metadata.name", "is\nodd");
        return "no";
      },
    };
    const review = admissionReview({ object: widget("v1") });
    expect(await responseTo("validate", review, { kinds: widgets({ handlers }) })).toMatchObject({
      allowed: false,
      warnings: ["metadata.name: is odd"],
    });
  });

  test("get the old object at their own version, and undefined in the request's version if it can't be converted", async () => {
    const seen: unknown[] = [];
    const handlers: AdmissionHandlers = {
      validate: (_, { old }) => {
        seen.push(old?.["apiVersion"]);
        return undefined;
      },
    };
    const review = admissionReview({
      object: widget("v2"),
      oldObject: widget("v2"),
      operation: "UPDATE",
    });
    await responseTo("validate", review, { kinds: widgets({ handlers }) });
    await responseTo("validate", admissionReview({ object: widget("v2") }), {
      kinds: widgets({ handlers }),
    });
    expect(seen).toEqual(["example.org/v1", undefined]);
  });
});

describe("denials and warnings in a version other than that of the handlers", () => {
  const crd = {
    group: "example.org",
    kind: "Widget",
    plural: "widgets",
    scope: "Namespaced",
    versions: ["v1", "v2", "v3"].map((name) => ({
      name,
      served: true,
      storage: name === "v1",
      schema: { type: "object", "x-kubernetes-preserve-unknown-fields": true },
    })),
  };
  const lenses: readonly LensData[] = [
    {
      from: "v1",
      to: "v2",
      rules: [
        { op: "move", from: "spec.port", to: "spec.listener.port" },
        { op: "keep", from: "spec.gone" },
      ],
    },
    { from: "v2", to: "v3", rules: [{ op: "move", from: "spec.listener", to: "listener" }] },
  ];
  const said = (version: string, path: string) => {
    const validate: AdmissionHandlers["validate"] = (_, { deny, warn }) => {
      warn(path, "is odd");
      deny(path, "is low", "FieldValueForbidden");
    };
    const kinds = [defineKind({ crd, lenses, admission: { at: "v1", validate } })];
    const review = admissionReview({ object: widget(version, { spec: {} }) });
    return responseTo("validate", review, { kinds });
  };
  test.each([
    { version: "v1", path: "spec.port", field: "spec.port" },
    { version: "v2", path: "spec.port", field: "spec.listener.port" },
    { version: "v3", path: "spec.port", field: "listener.port" },
    { version: "v3", path: "spec.list[1].a", field: "spec.list[1].a" },
    { version: "v3", path: "metadata.labels[a.b/c]", field: "metadata.labels[a.b/c]" },
  ])("name $path as $field in $version", async ({ version, path, field }) => {
    expect(await said(version, path)).toMatchObject({
      warnings: [`${field}: is odd`],
      status: {
        message: `${field}: is low`,
        details: { causes: [{ field, reason: "FieldValueForbidden", message: "is low" }] },
      },
    });
  });

  test("name the handlers' version for a field that the request's version does not have", async () => {
    expect(await said("v2", "spec.gone")).toMatchObject({
      warnings: ["spec.gone: is odd (in v1)"],
      status: { message: "spec.gone: is low (in v1)" },
    });
  });
});

describe("writes of the status", () => {
  test.each([
    { name: "are not sent to handlers", subresources: undefined, allowed: true },
    {
      name: "are sent to handlers that are declared for them",
      subresources: ["status"] as const,
      allowed: false,
    },
  ])("$name", async ({ subresources, allowed }) => {
    const handlers: AdmissionHandlers = {
      validate: (_, { subresource }) => `no writes of ${subresource}`,
      ...(subresources && { subresources }),
    };
    const object = widget("v2");
    const request = { subResource: "status" };
    const review = admissionReview({ object, oldObject: object, operation: "UPDATE", request });
    const response = await responseTo("validate", review, { kinds: widgets({ handlers }) });
    expect(response).toMatchObject({
      allowed,
      ...(!allowed && { status: { message: "no writes of status" } }),
    });
  });
});
