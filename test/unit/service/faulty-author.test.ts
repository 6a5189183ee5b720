import { describe, expect, test } from "vitest";
import type { AdmissionHandlers, LookupRule } from "../../../lib/admission/admission-kind.ts";
import { LookupUnavailable } from "../../../lib/cluster/lookup.ts";
import type { Converter } from "../../../lib/converter/converter.ts";
import { err, ok } from "../../../lib/json/result.ts";
import type { JsonObject } from "../../../lib/json/value.ts";
import { stringify } from "../../../lib/json/write.ts";
import type { FailureClass } from "../../../lib/protocol/gate/conversion.ts";
import { type Deadline, deadlineOf } from "../../../lib/request/deadline.ts";
import { type LogLine, logEntry } from "../../../lib/request/log.ts";
import { createService } from "../../../lib/service/service.ts";
import { existing } from "../../support/existing.ts";
import { untyped, widget, widgets } from "../../support/faulty-kinds.ts";
import { admissionReview, conversionReview } from "../../support/reviews.ts";
import { responseIn, sampleLookup, send } from "../../support/send-review.ts";

const secret = "the author's secret";

function cycle(): JsonObject {
  const spec: { [key: string]: JsonObject } = {};
  spec["self"] = spec;
  return spec;
}

function deep(levels: number): JsonObject {
  return levels === 0 ? {} : { down: deep(levels - 1) };
}

/** The class of an object that the response gate refuses. A failure without a class of its own is a malformed response. */
const invalidObject = "conversion_webhook_invalid_converted_object_failure";
const malformed = "conversion_webhook_malformed_response_failure";
const crash = "objects[0] default/w: its converter failed";
const tooDeep = "objects[0] default/w: nested deeper than 6000 levels";

describe("a converter", () => {
  const review = stringify(conversionReview("example.org/v2", [widget("v1", { spec: { a: 1 } })]));
  test.each<{ name: string; converter: unknown; says: string; failureClass?: FailureClass }>([
    {
      name: "throws an Error",
      converter: () => {
        throw new TypeError(secret);
      },
      says: crash,
    },
    {
      name: "throws a string",
      converter: () => {
        throw secret;
      },
      says: crash,
    },
    {
      name: "throws a value that can't be converted to text",
      converter: () => {
        throw Object.create(null);
      },
      says: crash,
    },
    {
      name: "throws undefined",
      converter: () => {
        throw undefined;
      },
      says: crash,
    },
    { name: "returns nothing", converter: () => undefined, says: crash },
    { name: "returns null", converter: () => null, says: crash },
    { name: "returns a promise", converter: async () => ok({ body: {} }), says: crash },
    {
      name: "returns a promise that fails",
      converter: async () => {
        throw new Error(secret);
      },
      says: crash,
    },
    { name: "returns a success of nothing", converter: () => ok(undefined), says: crash },
    { name: "returns no body", converter: () => ok({}), says: crash },
    { name: "returns a body that is null", converter: () => ok({ body: null }), says: crash },
    { name: "returns a body that is a list", converter: () => ok({ body: [1] }), says: crash },
    { name: "returns a failure of nothing", converter: () => ({ ok: false }), says: crash },
    { name: "returns NaN", converter: () => ok({ body: { spec: Number.NaN } }), says: crash },
    {
      name: "returns undefined in a member",
      converter: () => ok({ body: { a: undefined } }),
      says: crash,
    },
    {
      name: "returns a function in a member",
      converter: () => ok({ body: { a: test } }),
      says: crash,
    },
    { name: "returns a cycle", converter: () => ok({ body: { spec: cycle() } }), says: tooDeep },
    { name: "returns 7,000 levels", converter: () => ok({ body: deep(7000) }), says: tooDeep },
    {
      name: "returns 5 MB for nothing",
      converter: () => ok({ body: { small: 1, big: "x".repeat(5 << 20) } }),
      says: "objects[0] default/w: big: the object would grow from 118 to 5243002 bytes",
    },
    {
      name: "writes the apiVersion",
      converter: () => ok({ body: { apiVersion: "v9" } }),
      says: "objects[0] default/w: apiVersion: must not be changed by a converter",
    },
    {
      name: "writes the kind",
      converter: () => ok({ body: { kind: "Gadget" } }),
      says: "objects[0] default/w: kind: must not be changed by a converter",
    },
    {
      name: "writes metadata",
      converter: () => ok({ body: { metadata: {} } }),
      says: "objects[0] default/w: metadata: must not be changed by a converter",
    },
    {
      name: "writes a label that is a number",
      converter: () => ok({ body: {}, labels: { a: 1 } }),
      says: "metadata.labels[a] must be a string, but is int64",
      failureClass: invalidObject,
    },
    {
      name: "writes labels that are a list",
      converter: () => ok({ body: {}, labels: ["a"] }),
      says: "metadata.labels",
      failureClass: invalidObject,
    },
    {
      name: "writes a label that is not valid",
      converter: () => ok({ body: {}, labels: { a: "not a label!" } }),
      says: "a valid label must be",
      failureClass: invalidObject,
    },
    {
      name: "writes an annotation of 300 kB",
      converter: () => ok({ body: {}, annotations: { a: "x".repeat(300_000) } }),
      says: "may not be more than 262144 bytes",
      failureClass: invalidObject,
    },
  ])("that $name fails its review", async ({ converter, says, failureClass = malformed }) => {
    const kinds = widgets({ converter: untyped<Converter>(converter) });
    const { httpResponse, log } = await send("convert", review, { kinds });
    expect(httpResponse.status).toBe(200);
    expect(log).toMatchObject({ outcome: "failed", failureClass, objects: 1 });
    expect(log.message).toContain(says);
    expect(responseIn(httpResponse.body)).toMatchObject({
      result: { status: "Failed", message: log.message },
      convertedObjects: [],
    });
    expect(httpResponse.body).not.toContain(secret);
  });

  test("that throws is logged with its stack frames, with the review's uid", async () => {
    const converter = (): never => {
      throw new TypeError(secret);
    };
    const { log } = await send("convert", review, { kinds: widgets({ converter }) });
    expect(logEntry(log)["error"]).toMatch(/^TypeError\n +at /);
    expect(JSON.stringify(logEntry(log))).not.toContain(secret);
    expect(log.uid).toBeDefined();
  });

  test.each([
    { faulty: [1, 3], ends: "objects[3] default/w: spec: is odd" },
    {
      faulty: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
      ends: "objects[9] default/w: spec: is odd; and 1 more object",
    },
    { faulty: Array.from({ length: 20 }, (_, index) => index), ends: "; and 10 more objects" },
  ])(
    "that refuses $faulty.length of 20 objects fails their review with their names",
    async ({ faulty, ends }) => {
      const objects = Array.from({ length: 20 }, (_, index) =>
        widget("v1", { spec: { odd: faulty.includes(index) } }),
      );
      const converter: Converter = ({ body }) =>
        stringify(body).includes("true")
          ? err({ code: "ValueRefused", path: "spec", message: "is odd" })
          : ok({ body });
      const body = stringify(conversionReview("example.org/v2", objects));
      const { log } = await send("convert", body, { kinds: widgets({ converter }) });
      expect(log.outcome).toBe("failed");
      expect(log.message).toMatch(
        `objects[${faulty[0]}] default/w: spec: is odd; objects[${faulty[1]}] `,
      );
      expect(log.message?.endsWith(ends)).toBe(true);
    },
  );

  test("that throws for one object and refuses another fails their review with both faults", async () => {
    const converter: Converter = ({ body }) => {
      if ("odd" in body) return err({ code: "ValueRefused", path: "odd", message: "is odd" });
      throw new TypeError(secret);
    };
    const objects = [widget("v1", { odd: 1 }), widget("v1", {})];
    const body = stringify(conversionReview("example.org/v2", objects));
    const { httpResponse, log } = await send("convert", body, { kinds: widgets({ converter }) });
    expect(log.message).toBe(
      "objects[0] default/w: odd: is odd; objects[1] default/w: its converter failed; see the log under the review's uid",
    );
    expect(log.thrown).toBeInstanceOf(TypeError);
    expect(httpResponse.body).not.toContain(secret);
  });

  test("that returns after the deadline fails the review", async () => {
    const objects = [widget("v1"), widget("v1")];
    const lines: LogLine[] = [];
    const service = createService({
      kinds: widgets({}),
      lookup: sampleLookup,
      log: (line) => lines.push(line),
    });
    let asked = 0;
    const deadline = { ...deadlineOf("10s"), expired: () => asked++ > 0 };
    const body = stringify(conversionReview("example.org/v2", objects));
    await service.answer("convert", body, deadline);
    expect(lines.map(({ message }) => message)).toEqual([
      "objects[0] default/w: the deadline of the request has passed",
    ]);
  });
});

/** A deadline of which one signal ends early. */
function endingWith(signals: { signal?: AbortSignal; lookupSignal?: AbortSignal }): Deadline {
  const deadline = deadlineOf("10s");
  return { ...deadline, signals: () => ({ ...deadline.signals(), ...signals }) };
}

const throwing = (): never => {
  throw new TypeError(secret);
};
const rejecting = async (): Promise<never> => throwing();
const never = (): Promise<never> => new Promise(() => undefined);

describe("a mutating handler", () => {
  const review = stringify(admissionReview({ object: widget("v2", { spec: { a: 1 } }) }));
  test.each<{ name: string; mutate: unknown }>([
    { name: "throws", mutate: throwing },
    { name: "rejects", mutate: rejecting },
    { name: "rejects with a string", mutate: () => Promise.reject(secret) },
    { name: "returns null", mutate: async () => null },
    { name: "returns a list", mutate: () => [] },
    { name: "returns a string", mutate: () => "x" },
    { name: "returns NaN", mutate: (it: JsonObject) => ({ ...it, spec: Number.NaN }) },
    { name: "returns a cycle", mutate: (it: JsonObject) => ({ ...it, spec: cycle() }) },
    { name: "returns 7,000 levels", mutate: (it: JsonObject) => ({ ...it, spec: deep(7000) }) },
    { name: "changes the apiVersion", mutate: (it: JsonObject) => ({ ...it, apiVersion: "v1" }) },
    {
      name: "changes the version",
      mutate: (it: JsonObject) => ({ ...it, apiVersion: "example.org/v2" }),
    },
    { name: "changes the kind", mutate: (it: JsonObject) => ({ ...it, kind: "Gadget" }) },
    { name: "returns an empty map", mutate: () => ({}) },
  ])("that $name causes a denial without details", async ({ mutate }) => {
    const kinds = widgets({ handlers: untyped<AdmissionHandlers>({ mutate }) });
    const { httpResponse, log } = await send("mutate", review, { kinds });
    expect(responseIn(httpResponse.body)).toMatchObject({
      allowed: false,
      status: { code: 500, reason: "InternalError" },
    });
    expect(log.thrown).toBeDefined();
    expect(httpResponse.body).not.toContain(secret);
  });

  test.each(["v1", "v2"])("at v1 can't change the type of an object of %s", async (version) => {
    const mutate = (it: JsonObject) => ({ ...it, apiVersion: "example.org/v3" });
    const body = stringify(admissionReview({ object: widget(version) }));
    const { log } = await send("mutate", body, { kinds: widgets({ handlers: { mutate } }) });
    expect(log.outcome).toBe("denied");
  });

  test("that takes too long causes a denial that says so", async () => {
    const signal = AbortSignal.timeout(10);
    const { httpResponse } = await send("mutate", review, {
      kinds: widgets({ handlers: { mutate: never } }),
      deadline: endingWith({ signal }),
    });
    expect(responseIn(httpResponse.body)).toMatchObject({
      allowed: false,
      status: { code: 504, reason: "Timeout" },
    });
  });

  test("that starts too late causes a denial too", async () => {
    const { httpResponse } = await send("mutate", review, {
      kinds: widgets({ handlers: { mutate: never } }),
      deadline: endingWith({ signal: AbortSignal.abort() }),
    });
    expect(responseIn(httpResponse.body)).toMatchObject({ status: { code: 504 } });
  });
});

describe("a validating handler", () => {
  const review = stringify(admissionReview({ object: widget("v1") }));
  test.each<{ name: string; handlers: unknown }>([
    { name: "throws", handlers: { validate: throwing } },
    { name: "rejects", handlers: { validate: rejecting } },
    { name: "returns null", handlers: { validate: () => null } },
    { name: "returns a list", handlers: { validate: () => [] } },
    { name: "returns no faults", handlers: { validate: () => ({}) } },
    { name: "has a lookup that throws", handlers: { lookups: [{ reads: [], check: throwing }] } },
    {
      name: "rejects while a lookup throws",
      handlers: { validate: rejecting, lookups: [{ reads: [], check: throwing }] },
    },
    {
      name: "has a lookup that rejects before one that throws",
      handlers: {
        lookups: [
          { reads: [], check: rejecting },
          { reads: [], check: throwing },
        ],
      },
    },
  ])("that $name causes a denial without details", async ({ handlers }) => {
    const kinds = widgets({ handlers: untyped<AdmissionHandlers>(handlers) });
    const { httpResponse } = await send("validate", review, { kinds });
    expect(responseIn(httpResponse.body)).toMatchObject({ allowed: false, status: { code: 500 } });
    expect(httpResponse.body).not.toContain(secret);
  });
});

describe("a lookup", () => {
  const review = stringify(admissionReview({ object: widget("v1") }));
  const key = { group: "g", version: "v1", resource: "rs", name: "n" };
  const rule: LookupRule = {
    reads: ["spec"],
    resources: [{ group: "g", version: "v1", resource: "rs", verbs: ["get"] }],
    check: async (_, { lookup, signal }) => {
      await lookup.exists(key, signal);
      return undefined;
    },
  };
  const kinds = widgets({ handlers: { lookups: [rule] } });
  test.each<{ name: string; exists: () => Promise<boolean> }>([
    {
      name: "is not ready",
      exists: async () => {
        throw new LookupUnavailable("the cache is cold");
      },
    },
    { name: "fails", exists: rejecting },
    { name: "throws synchronously", exists: throwing },
    { name: "never settles", exists: never },
  ])(
    "that $name causes HTTP 503 without a decision, so that the server sends the request again",
    async ({ exists }) => {
      const { httpResponse, log } = await send("validate", review, {
        kinds,
        lookup: existing(exists),
        deadline: endingWith({ lookupSignal: AbortSignal.timeout(10) }),
      });
      expect(httpResponse.status).toBe(503);
      expect(httpResponse.headers["Retry-After"]).toBe("0");
      expect(log.outcome).toBe("unavailable");
      expect(httpResponse.body).not.toContain(secret);
    },
  );
});
