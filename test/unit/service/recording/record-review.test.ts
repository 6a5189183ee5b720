import { describe, expect, test } from "vitest";
import { type Lookup, LookupUnavailable } from "../../../../lib/cluster/lookup.ts";
import type { JsonObject } from "../../../../lib/json/value.ts";
import { stringify } from "../../../../lib/json/write.ts";
import type { Kind } from "../../../../lib/kind/kind.ts";
import { type Deadline, deadlineOf } from "../../../../lib/request/deadline.ts";
import { bodyText } from "../../../../lib/request/http-response.ts";
import type { Verb } from "../../../../lib/request/routes.ts";
import { reviewRecorder } from "../../../../lib/service/recording/record-review.ts";
import { replayedLookup } from "../../../../lib/service/recording/recorded-lookup.ts";
import type { Recording } from "../../../../lib/service/recording/recording.ts";
import { createService } from "../../../../lib/service/service.ts";
import { kinds } from "../../../support/example-kinds.ts";
import { existing } from "../../../support/existing.ts";
import { admissionReview, conversionReview, cronTab, pizza } from "../../../support/reviews.ts";
import { responseIn, sampleLookup } from "../../../support/send-review.ts";
import { vaultGroup, vaultKind } from "../../../support/vault-kind.ts";

const time = "2026-11-21T18:30:00.123Z";

interface Recorded {
  readonly kinds?: readonly Kind[];
  readonly lookup?: Lookup;
  readonly deadline?: Deadline;
  readonly callersLookup?: Lookup;
}

/** Records one review by the example kinds, or by others. */
function record(
  verb: Verb,
  body: string | Uint8Array,
  {
    kinds: served = kinds,
    lookup = sampleLookup,
    deadline = deadlineOf("10s"),
    callersLookup,
  }: Recorded = {},
): Promise<Recording | undefined> {
  const unlogged = () => createService({ kinds: served, lookup: never, log: () => undefined });
  const caller = { cluster: "prod", ...(callersLookup && { lookup: callersLookup }) };
  const recorder = reviewRecorder({ kinds: served, unlogged, lookup });
  return recorder({ verb, body, deadline, caller, time }, deadline);
}

/** The service itself needs no lookup. */
const never = existing(() => Promise.reject(new Error("asked past the recorder")));

const known = admissionReview({
  object: pizza("v1beta1", { toppings: [{ name: "tomato", quantity: 1 }] }),
});
const topping = {
  group: "restaurant.programming-kubernetes.info",
  version: "v1alpha1",
  resource: "toppings",
};

describe("reviewRecorder", () => {
  test("records the response to the redacted review instead of the real one", async () => {
    const object = cronTab("v1", { host: "a" }, { labels: { a: "b" } });
    const review = conversionReview("stable.example.com/v1beta1", [object]);
    const recording = await record("convert", stringify(review));
    expect(recording).toMatchObject({ time, cluster: "prod", verb: "convert", lookups: [] });
    const answer = JSON.stringify(recording?.answer);
    expect(answer).toContain('"status":"Success"');
    expect(answer).not.toContain("labels");
  });

  test("accepts bytes as well as text", async () => {
    const review = stringify(known);
    expect(await record("mutate", Buffer.from(review))).toEqual(await record("mutate", review));
  });

  test.each([
    { name: "exists", exists: true, allowed: true },
    { name: "does not exist", exists: false, allowed: false },
  ])(
    "records a rule's lookup of an object that $name, and the recording can repeat it",
    async (row) => {
      const callersLookup = existing(async () => row.exists);
      const recording = await record("validate", stringify(known), { callersLookup });
      expect(recording?.lookups).toEqual([
        { key: { ...topping, name: "tomato" }, exists: row.exists },
      ]);
      expect(recording?.answer).toMatchObject({ response: { allowed: row.allowed } });
      const lookup = replayedLookup(recording?.lookups ?? []);
      const again = createService({ kinds, lookup, log: () => undefined });
      const answer = await again.answer(
        "validate",
        stringify(recording?.review ?? null),
        deadlineOf("10s"),
      );
      expect(responseIn(bodyText(answer))).toEqual(recording?.answer["response"]);
    },
  );

  const late: Deadline = { ...deadlineOf("10s"), expired: () => true };
  const lateSoon = (): Deadline => {
    let asked = 0;
    return { ...deadlineOf("10s"), expired: () => asked++ > 0 };
  };
  test.each<{ name: string; body: string | Uint8Array; options?: Recorded }>([
    { name: "bytes that are not UTF-8", body: new Uint8Array([0xff]) },
    { name: "text that is not JSON", body: "{" },
    { name: "JSON that is not a review", body: "{}" },
    { name: "a review after its deadline", body: stringify(known), options: { deadline: late } },
    {
      name: "a response after the deadline",
      body: stringify(known),
      options: { deadline: lateSoon() },
    },
  ])("records nothing of $name", async ({ body, options = {} }) => {
    expect(await record("mutate", body, options)).toBeUndefined();
  });

  test.each(["get", "list"] as const)(
    "records nothing if a response depends on %s",
    async (how) => {
      const vault: JsonObject = { apiVersion: `${vaultGroup}/v1`, kind: "Vault", metadata: {} };
      const key = { group: "", version: "v1", resource: "secrets" };
      const reading = vaultKind({
        admission: {
          at: "v1",
          lookups: [
            {
              reads: ["spec"],
              resources: [],
              check: async (_, { lookup, signal }) => {
                if (how === "get") await lookup.get({ ...key, name: "a" }, signal);
                else await lookup.list(key, signal);
                return undefined;
              },
            },
          ],
        },
      });
      const review = stringify(admissionReview({ object: vault }));
      expect(await record("validate", review, { kinds: [reading] })).toBeUndefined();
      expect(await record("mutate", review, { kinds: [reading] })).toBeDefined();
    },
  );

  test("records nothing if the cluster could not be reached", async () => {
    const lookup = existing(() => Promise.reject(new LookupUnavailable("down")));
    expect(await record("validate", stringify(known), { lookup })).toBeUndefined();
  });
});

describe("replayedLookup", () => {
  const { signal } = new AbortController();
  const lookup = replayedLookup([{ key: { ...topping, name: "tomato" }, exists: true }]);

  test("throws for a lookup that was not recorded", async () => {
    expect(await lookup.exists({ ...topping, name: "tomato" }, signal)).toBe(true);
    await expect(
      lookup.exists({ ...topping, namespace: "a", name: "tomato" }, signal),
    ).rejects.toThrow("whether toppings.restaurant.programming-kubernetes.info a/tomato exists");
    await expect(lookup.get({ ...topping, name: "tomato" }, signal)).rejects.toThrow(
      "does not contain objects",
    );
    await expect(lookup.list(topping, signal)).rejects.toThrow("does not contain objects");
  });
});
