import { describe, expect, test } from "vitest";
import {
  isArray,
  isObject,
  type JsonObject,
  type JsonValue,
  member,
} from "../../lib/json/value.ts";
import { type Fault, startFaultyWebhook } from "./faulty-webhook.ts";
import { omitzero, withInventedSpec, withoutEmptyMetadata } from "./omitzero.ts";
import { fragmentProbes } from "./probes/fragments.ts";
import { numberProbes } from "./probes/numbers.ts";
import { reviewProbes } from "./probes/reviews.ts";
import { valueProbes } from "./probes/values.ts";
import { send, type Webhook } from "./webhook.ts";

const probes = [...numberProbes, ...fragmentProbes, ...valueProbes, ...reviewProbes];

/** The names of the probes that a webhook fails. */
async function failedBy(webhook: Webhook): Promise<readonly string[]> {
  const failed: string[] = [];
  for (const { name, call, faults } of probes) {
    if (faults(await send(webhook, call)).length > 0) failed.push(name);
  }
  return failed;
}

function inSpec(change: (spec: JsonObject) => JsonObject): (object: JsonObject) => JsonObject {
  return (object) => {
    const spec = member(object, "spec");
    return isObject(spec) ? { ...object, spec: change(spec) } : object;
  };
}

function withoutIf(object: JsonObject, drops: (value: JsonValue) => boolean): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => !drops(value)));
}

const isEmptyMap = (value: JsonValue): boolean =>
  isObject(value) && Object.keys(value).length === 0;

const isMissingPort = (object: JsonObject): boolean => {
  const spec = member(object, "spec");
  return isObject(spec) && "host" in spec && !("port" in spec);
};

interface Row {
  readonly name: string;
  readonly fault: Fault;
  readonly fails: readonly string[];
}

/** Faults of real webhooks, and by which questions they are found. */
const rows: readonly Row[] = [
  {
    name: "every number goes through float64",
    fault: { decode: (text) => JSON.parse(text) },
    fails: [
      "number: 2^53+1 in a declared field",
      "number: 2^53+1 in an undeclared field",
      "number: 2^53+1 deep in a list",
      "number: the smallest int64",
      "number: the largest int64",
    ].flatMap((name) => [name, name.replace("number", "number, back")]),
  },
  {
    name: "the evaluator's own wrappers are written instead of a nested result",
    fault: {
      after: inSpec((spec) => {
        const toppings = member(spec, "toppings");
        if (!isArray(toppings)) return spec;
        return { ...spec, toppings: toppings.map((it) => (isObject(it) ? { Adapter: {} } : it)) };
      }),
    },
    fails: ["value: a nested result, as JSON"],
  },
  {
    name: "spec is invented",
    fault: { after: withInventedSpec },
    fails: ["fragment: no spec", "fragment: status alone", "fragment: neither metadata nor spec"],
  },
  {
    name: "an empty spec is dropped",
    fault: {
      after: (object) => {
        const { spec = null, ...rest } = object;
        return isEmptyMap(spec) ? rest : object;
      },
    },
    fails: ["fragment: an empty spec", "fragment, back: an empty spec"],
  },
  {
    name: "an empty list is dropped",
    fault: { after: inSpec((spec) => withoutIf(spec, (it) => isArray(it) && it.length === 0)) },
    fails: ["fragment: toppings []", "fragment, back: toppings []"],
  },
  {
    name: "null is dropped",
    fault: { after: inSpec((spec) => withoutIf(spec, (it) => it === null)) },
    fails: ["fragment: a null in spec", "fragment: toppings null"],
  },
  {
    name: "a missing port is invented",
    fault: {
      before: (object) =>
        isMissingPort(object) ? { ...object, spec: { hostPort: "1:" } } : object,
    },
    fails: ["fragment: host alone"],
  },
  {
    name: "a missing port is refused",
    fault: {
      before: (object) => {
        if (isMissingPort(object)) throw new Error("map has no entry for key port");
        return object;
      },
    },
    fails: ["fragment: host alone"],
  },
  {
    name: "empty metadata is left out",
    fault: { after: withoutEmptyMetadata },
    fails: [
      "fragment: no metadata becomes an empty map",
      "fragment: metadata stays an empty map",
      "fragment: neither metadata nor spec",
    ],
  },
  {
    name: "both, as types with the tags of kubebuilder's scaffold are written",
    fault: omitzero,
    fails: ["fragment: no spec", "fragment: metadata stays an empty map"],
  },
  {
    name: "an object that has the version already is refused",
    fault: {
      before: (object, to) => {
        if (object["apiVersion"] === to) throw new Error("conversion is not allowed to same type");
        return object;
      },
    },
    fails: [
      "review: an object that has the version already",
      "review: both versions mixed, in order",
    ],
  },
  {
    name: "every review gets a response in v1",
    fault: { answersAs: "apiextensions.k8s.io/v1" },
    fails: ["review: v1beta1 gets a response in v1beta1"],
  },
];

describe("a webhook with a fault fails the probes for it", () => {
  test.each(rows)("$name", async ({ fault, fails }) => {
    await using webhook = await startFaultyWebhook(fault);
    expect(await failedBy(webhook)).toEqual(expect.arrayContaining([...fails]));
  });

  test("a correct webhook that is not ours fails no probe", async () => {
    await using webhook = await startFaultyWebhook({});
    expect(await failedBy(webhook)).toEqual([]);
  });
});
