import { describe, expect, test } from "vitest";
import { admissionRegistry } from "../../../lib/admission/admission-registry.ts";
import { admitReview } from "../../../lib/admission/admit-review.ts";
import { conversionRegistry } from "../../../lib/conversion/registry.ts";
import { LazyValidators } from "../../../lib/crd/validator/lazy-validators.ts";
import { stringify } from "../../../lib/json/write.ts";
import { allowed } from "../../../lib/protocol/admission-review.ts";
import { readReview } from "../../../lib/protocol/review.ts";
import { deadlineOf } from "../../../lib/request/deadline.ts";
import { bodyText, reviewResponse } from "../../../lib/request/http-response.ts";
import type { LogLine } from "../../../lib/request/log.ts";
import type { Verb } from "../../../lib/request/routes.ts";
import { reviewService } from "../../../lib/service/review-service.ts";
import { createService } from "../../../lib/service/service.ts";
import { kinds } from "../../support/example-kinds.ts";
import { widget, widgets } from "../../support/faulty-kinds.ts";
import { admissionReview, conversionReview, cronTab, pizza } from "../../support/reviews.ts";
import { responseIn, sampleLookup, send } from "../../support/send-review.ts";

const brokenText = "the clock is broken";
const broken = (): never => {
  throw new TypeError(brokenText);
};

/** A service of one verb, for CronTab and Pizza in the given versions. Its handler responds with an empty body. */
function serviceOf(verb: Verb, { versions }: { readonly versions: readonly string[] }) {
  const lines: LogLine[] = [];
  const answer = () => ({
    response: reviewResponse(""),
    logFields: { outcome: "allowed" as const },
  });
  const kinds = [
    { group: "stable.example.com", kind: "CronTab", versions },
    { group: "restaurant.programming-kubernetes.info", kind: "Pizza", versions },
  ];
  const service = reviewService([{ verb, answer }], { kinds, log: (line) => lines.push(line) });
  return { service, lines };
}

function reviewOf(verb: Verb): string {
  return stringify(
    verb === "convert"
      ? conversionReview("stable.example.com/v1", [cronTab("v1beta1", {})])
      : admissionReview({ object: pizza("v1beta1", {}) }),
  );
}

describe("createService", () => {
  test.each([
    { kind: "pizza", serves: true },
    { kind: "crontab", serves: true },
    { kind: "Pizza", serves: false },
    { kind: "burger", serves: false },
    { kind: "constructor", serves: false },
    { kind: undefined, serves: true },
  ])("serves $kind: $serves", ({ kind, serves }) => {
    const service = createService({ kinds, lookup: sampleLookup, log: () => undefined });
    const route = { verb: "convert", ...(kind !== undefined && { kind }) } as const;
    expect(service.serves(route)).toBe(serves);
  });

  test.each([
    {
      verb: "convert",
      review: conversionReview("stable.example.com/v1", [cronTab("v1beta1", {})]),
      response: { result: { status: "Failed" } },
    },
    {
      verb: "mutate",
      review: admissionReview({ object: pizza("v1beta1", {}) }),
      response: { allowed: false, status: { code: 500 } },
    },
  ] as const)(
    "catches at the edge what nobody caught: $verb",
    async ({ verb, review, response }) => {
      const deadline = { ...deadlineOf("1s"), expired: broken, signals: broken };
      const { httpResponse, log } = await send(verb, stringify(review), { deadline });
      expect(responseIn(httpResponse.body)).toMatchObject(response);
      expect(log.thrown).toMatchObject({ message: expect.stringContaining("the clock is broken") });
    },
  );

  test.each([
    { verb: "convert", response: { result: { status: "Failed" } } },
    { verb: "mutate", response: { allowed: false, status: { code: 500 } } },
  ] as const)(
    "catches what is thrown while the log's fields are read: $verb",
    async ({ verb, response }) => {
      const versions = Object.assign(["v1"], { includes: broken });
      const { service, lines } = serviceOf(verb, { versions });
      const httpResponse = await service.answer(verb, reviewOf(verb), deadlineOf("1s"));
      expect(responseIn(bodyText(httpResponse))).toMatchObject(response);
      expect(lines).toMatchObject([{ uid: expect.any(String), thrown: { message: brokenText } }]);
    },
  );

  test.each([{ verb: "convert" }, { verb: "mutate" }] as const)(
    "catches an exception of the host while it judges the response: $verb",
    async ({ verb }) => {
      const { service, lines } = serviceOf(verb, { versions: ["v1"] });
      const sizeFault = () => Promise.reject(new TypeError(brokenText));
      const httpResponse = await service.answer(verb, reviewOf(verb), deadlineOf("1s"), {
        sizeFault,
      });
      expect(httpResponse.status).toBe(500);
      expect(bodyText(httpResponse)).toContain("the webhook failed; see its log");
      expect(bodyText(httpResponse)).not.toContain(brokenText);
      expect(lines).toMatchObject([
        { verb, outcome: "failed", status: 500, thrown: { message: brokenText } },
      ]);
    },
  );

  test("gives text and its bytes the same response", async () => {
    const object = cronTab("v1beta1", { hostPort: "ä☃😀:1", n: 9007199254740993n });
    const text = stringify(conversionReview("stable.example.com/v1", [object]));
    const fromText = await send("convert", text);
    const fromBytes = await send("convert", new TextEncoder().encode(text));
    expect(fromBytes.httpResponse).toEqual(fromText.httpResponse);
    expect(fromText.httpResponse.body).toContain("9007199254740993");
  });

  const asText = (text: string) => text;
  const asBytes = (text: string) => new TextEncoder().encode(text);
  // 64 times 60 KB and 1 MiB are almost 4.9 MB.
  test.each([
    { name: "as text", encode: asText, bytes: 4_800_000, outcome: "converted" },
    { name: "as text", encode: asText, bytes: 5_000_000, outcome: "failed" },
    { name: "as bytes", encode: asBytes, bytes: 4_800_000, outcome: "converted" },
    { name: "as bytes", encode: asBytes, bytes: 5_000_000, outcome: "failed" },
  ])("counts growth in bytes, in a body $name: $bytes", async ({ encode, bytes, outcome }) => {
    const wide = "☃".repeat(20_000);
    const text = stringify(conversionReview("example.org/v2", [widget("v1", { wide })]));
    const grown = "x".repeat(bytes);
    const kindsThatGrow = widgets({
      converter: ({ body }) => ({ ok: true, value: { body: { ...body, grown } } }),
    });
    const { log } = await send("convert", encode(text), { kinds: kindsThatGrow });
    expect(log).toMatchObject({ outcome });
  });
});

describe("admitReview", () => {
  test("refuses every response that the API server would refuse", async () => {
    const all = widgets({ handlers: {} });
    const registry = admissionRegistry(all, conversionRegistry(all));
    const review = readReview(admissionReview({ object: widget("v1") }), "AdmissionReview");
    if (!review.ok) throw new Error(review.error.message);
    const { head } = review.value;
    const run = async () => allowed({ ...head, uid: `another than ${head.uid}` });
    const { expired, signals } = deadlineOf("10s");
    const limits = {
      signals: signals(),
      expired,
      requestBytes: 0,
      lookup: sampleLookup,
      validators: new LazyValidators(),
    };
    const answer = await admitReview(registry, review.value, { run, mutating: true }, limits);
    expect(answer.decision).toBe("denied");
    expect(responseIn(answer.text)).toMatchObject({ allowed: false, status: { code: 500 } });
    expect(String(answer.thrown)).toContain("the API server would refuse this response");
  });

  test("refuses a response that grows more than 4 MiB beyond its request", async () => {
    const grown = "x".repeat(4_500_000);
    const all = widgets({ handlers: { mutate: (object) => ({ ...object, grown }) } });
    const text = stringify(admissionReview({ object: widget("v1") }));
    const { httpResponse, log } = await send("mutate", text, { kinds: all });
    expect(log).toMatchObject({ outcome: "denied" });
    expect(responseIn(httpResponse.body)).toMatchObject({
      allowed: false,
      status: {
        message: expect.stringContaining("more than 4 MiB larger than its request"),
        code: 500,
      },
    });
  });
});

describe("unknown fields", () => {
  test("are not dropped in a version that the CRD no longer lists", async () => {
    const [kind] = widgets({ handlers: {} });
    const withGone = kind && {
      ...kind,
      versions: ["v1", "v2", "v0"],
      dropsUnknownFields: true,
      edges: [...kind.edges, ...kind.edges.map((edge) => ({ ...edge, to: "v0" }))],
    };
    const object = widget("v0", { unknown: 1 });
    const { log } = await send("mutate", stringify(admissionReview({ object })), {
      kinds: withGone ? [withGone] : [],
    });
    expect(log.outcome).toBe("allowed");
  });
});
