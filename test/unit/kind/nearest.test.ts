import { describe, expect, test } from "vitest";
import { kind as written } from "../../../examples/kinds/crontab/kind.ts";
import { kind as pizza } from "../../../examples/kinds/pizza/kind.ts";
import { convertReview } from "../../../lib/conversion/convert-review.ts";
import { conversionRegistry } from "../../../lib/conversion/registry.ts";
import type { Converter } from "../../../lib/converter/converter.ts";
import { deepFreeze } from "../../../lib/json/deep-freeze.ts";
import { err, ok } from "../../../lib/json/result.ts";
import { byteLength } from "../../../lib/json/size.ts";
import type { JsonObject, JsonValue } from "../../../lib/json/value.ts";
import { stringify } from "../../../lib/json/write.ts";
import { defineKind, type Kind } from "../../../lib/kind/kind.ts";
import { nearestRegistry } from "../../../lib/kind/nearest-registry.ts";
import { readReview } from "../../../lib/protocol/review.ts";
import { hostPortEdge } from "../../bench/handwritten/crontab.ts";
import { allowance } from "../../support/allowance.ts";
import { conversionFaults } from "../../support/conversion-rules.ts";
import { objectIn } from "../../support/json-lines.ts";
import { conversionReview } from "../../support/reviews.ts";

const group = "stable.example.com";
const crontabs: readonly { readonly name: string; readonly kind: Kind }[] = [
  { name: "a lens", kind: written },
  {
    name: "an author's code",
    kind: defineKind({ crd: written.crd, edges: [hostPortEdge({ group, parent: "spec" })] }),
  },
];

function answerOf(
  objects: readonly JsonObject[],
  version: string,
  kind: Kind,
  nearestValid = true,
) {
  const review = deepFreeze(conversionReview(`${kind.group}/${version}`, objects));
  const read = readReview(review, "ConversionReview");
  if (!read.ok) throw new Error(read.error.message);
  const registry = nearestValid ? nearestRegistry([kind]) : conversionRegistry([kind]);
  const limits = { requestBytes: byteLength(stringify(review)), allowance: allowance() };
  const answer = convertReview(registry, read.value, limits);
  expect(conversionFaults(review, objectIn(answer.text))).toEqual([]);
  return answer;
}

/** The one object that a review of one gives. */
function converted(object: JsonObject, version: string, kind: Kind): JsonObject {
  const { text, failure } = answerOf([object], version, kind);
  if (failure !== undefined) throw new Error(failure);
  const { response } = JSON.parse(text);
  return response.convertedObjects[0];
}

function crontab(version: string, spec: JsonValue, metadata: JsonObject = {}): JsonObject {
  return {
    apiVersion: `${group}/${version}`,
    kind: "CronTab",
    metadata: { name: "c", namespace: "default", uid: "u", ...metadata },
    spec,
  };
}

const bad = crontab("v1beta1", { cronSpec: "* * * * *", hostPort: "no colon" });
const good = crontab("v1beta1", { cronSpec: "* * * * *", hostPort: "h:1" });

describe.each(crontabs)("an unconvertible object of $name", ({ kind }) => {
  test("fails its review without --nearest-valid", () => {
    expect(answerOf([good, bad], "v1", kind, false).failure).toBe(
      "objects[1] default/c: spec.hostPort: hostPort could not be parsed into a separate host and port",
    );
  });

  test("is converted without the values that the target can't represent, which are counted and named", () => {
    const answer = answerOf([good, bad, bad], "v1", kind);
    expect(answer.failure).toBeUndefined();
    expect(answer.remarks).toEqual({
      unparsed: ["objects[1] spec.hostPort", "objects[2] spec.hostPort"],
      rounded: [],
      lost: [],
      stale: 0,
      heldBack: 0,
      nearest: 2,
    });
    expect(converted(bad, "v1", kind)["spec"]).toEqual({ cronSpec: "* * * * *" });
  });

  test("comes back exactly", () => {
    expect(converted(converted(bad, "v1", kind), "v1beta1", kind)).toEqual(bad);
  });

  test("comes back with edits in fields of both versions", () => {
    const there = converted(bad, "v1", kind);
    const edited = {
      ...there,
      spec: { cronSpec: "1 * * * *", replicas: 2 },
      status: { replicas: 1 },
    };
    expect(converted(edited, "v1beta1", kind)).toEqual({
      ...bad,
      spec: { cronSpec: "1 * * * *", replicas: 2, hostPort: "no colon" },
      status: { replicas: 1 },
    });
  });

  test("comes back after the server has filled in its defaults", () => {
    const there = converted(crontab("v1beta1", { hostPort: "no colon" }), "v1", kind);
    const filled = { ...there, spec: { cronSpec: "5 0 * * *", replicas: 1 } };
    expect(converted(filled, "v1beta1", kind)).toMatchObject({ spec: { hostPort: "no colon" } });
  });

  test("is repaired by an edit in the target version", () => {
    const there = converted(bad, "v1", kind);
    const repaired = { ...there, spec: { host: "h", port: "2" } };
    const { text, remarks } = answerOf([repaired], "v1beta1", kind);
    expect(remarks).toMatchObject({ stale: 1 });
    const [returned] = JSON.parse(text).response.convertedObjects;
    expect(returned).toEqual({ ...bad, spec: { hostPort: "h:2" } });
  });

  test("is not restored if its parent was removed", () => {
    const { spec: _, ...there } = converted(bad, "v1", kind);
    expect(converted(there, "v1beta1", kind)).not.toHaveProperty("spec");
  });

  test("still fails if its metadata is invalid", () => {
    const broken = crontab("v1beta1", {}, { labels: { a: 1 } });
    expect(answerOf([broken], "v1", kind).failure).toBe(
      "objects[0] default/c: metadata.labels: must be a map of strings",
    );
  });

  test("lists what is lost if the object is too large to be preserved", () => {
    const large = crontab("v1beta1", { hostPort: "x".repeat(140_000) });
    const { failure, remarks } = answerOf([large], "v1", kind);
    expect(failure).toBeUndefined();
    expect(remarks?.lost).toEqual(["objects[0] spec.hostPort"]);
  });
});

test("a value that its own schema refuses stays held back, and the rest is converted", () => {
  const toppings = ["ham", 5];
  const object = {
    ...bad,
    apiVersion: `${pizza.group}/v1alpha1`,
    kind: "Pizza",
    spec: { toppings },
  };
  expect(answerOf([object], "v1beta1", pizza, false).failure).toContain("spec.toppings[1]");
  const { remarks } = answerOf([object], "v1beta1", pizza);
  expect(remarks).toMatchObject({ nearest: 1, unparsed: ["objects[0] spec.toppings[1]"] });
  const there = converted(object, "v1beta1", pizza);
  expect(there["spec"]).toEqual({});
  const returned = converted(there, "v1alpha1", pizza);
  expect(returned["spec"]).toEqual({});
  expect(stringify(returned)).toContain(stringify(stringify({ "spec.toppings": [toppings] })));
});

test.each(crontabs)(
  "convertible objects of $name are converted as without --nearest-valid",
  ({ kind }) => {
    const objects = [
      good,
      crontab("v1beta1", { host: 1 }),
      crontab("v1", { host: "a", port: "1:2" }),
    ];
    expect(answerOf(objects, "v1", kind).text).toBe(answerOf(objects, "v1", kind, false).text);
    expect(answerOf(objects, "v1", kind).remarks).toEqual(
      answerOf(objects, "v1", kind, false).remarks,
    );
  },
);

describe("with --nearest-valid a converter in an author's code", () => {
  const fault = new Error("boom");
  const throwing: Converter = () => {
    throw fault;
  };
  const labelling: Converter = ({ body }) => ok({ body, labels: { tier: "no label!" } });
  const refusing: Converter = () => err({ code: "ValueRefused", path: "status", message: "no" });
  const withEdge = (converter: Converter, backward = converter): Kind => {
    const [version] = written.crd.versions;
    if (version === undefined) throw new Error("no version");
    const hub = { ...version, name: "v2", served: true, storage: false };
    return defineKind({
      crd: { ...written.crd, versions: [...written.crd.versions, hub] },
      edges: [
        { from: "v1beta1", to: "v1", forward: converter, backward },
        { from: "v1", to: "v2", forward: converter, backward },
      ],
    });
  };

  test("that throws gets a response, and the thrown error is in the log alone", () => {
    const answer = answerOf([bad], "v1", withEdge(throwing));
    expect(answer).toMatchObject({ thrown: fault, remarks: { nearest: 1 } });
    expect(answer.text).not.toContain("boom");
  });

  test.each([
    { name: "throws", converter: throwing },
    { name: "refuses", converter: refusing },
    { name: "gives labels that the server refuses", converter: labelling },
  ])("that $name on each step comes back unchanged", ({ converter }) => {
    const kind = withEdge(converter);
    const there = converted(bad, "v2", kind);
    expect(there).toMatchObject({ apiVersion: `${group}/v2` });
    expect(converted(there, "v1beta1", kind)).toEqual(bad);
    expect(answerOf([bad, bad], "v2", kind).remarks).toMatchObject({ nearest: 2 });
  });

  test("without schemas of both versions fails as without it", () => {
    const kind = defineKind({
      crd: written.crd,
      gone: { v0: null },
      edges: [
        hostPortEdge({ group, parent: "spec" }),
        { from: "v0", to: "v1", forward: refusing, backward: refusing },
      ],
    });
    const old = crontab("v0", {});
    expect(answerOf([old], "v1", kind).failure).toBe("objects[0] default/c: status: no");
  });
});
