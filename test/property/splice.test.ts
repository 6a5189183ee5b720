import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { kind as cronTab } from "../../examples/kinds/crontab/kind.ts";
import { loadKinds } from "../../lib/cli/kinds/kinds.ts";
import { convertObject } from "../../lib/conversion/convert-object.ts";
import { conversionRegistry } from "../../lib/conversion/registry.ts";
import { parse, parseBytes } from "../../lib/json/parse.ts";
import type { JsonObject, JsonValue } from "../../lib/json/value.ts";
import { defineKind, type Kind } from "../../lib/kind/kind.ts";
import { nearestRegistry } from "../../lib/kind/nearest-registry.ts";
import { lensEdge } from "../../lib/lens/edge/edge.ts";
import type { LensData, RuleData } from "../../lib/lens/language/rule.ts";
import { structuralForm } from "../../lib/schema/structural/form.ts";
import { validBody } from "../../lib/verify/arbitrary-object.ts";
import { hostPortEdge } from "../bench/handwritten/crontab.ts";
import { allowance } from "../support/allowance.ts";
import { responseFaults } from "../support/api-server-rules.ts";
import { json, metadata as plainMetadata } from "../support/arbitraries.ts";
import { differenceOf, parsedResult, type Served, splicedResult } from "../support/both-paths.ts";
import { kinds as exampleKinds } from "../support/example-kinds.ts";
import { lens, lensBody } from "../support/lens-arbitraries.ts";
import { mutated } from "../support/mutations.ts";
import { byteChanges, changedBytes, type Spelling, spelled, spelling } from "../support/spelled.ts";
import { tries } from "../support/tries.ts";

const numRuns = tries({ test: 100, deep: 10_000 });
const timeout = 600_000;
const folderOf = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

const coded: Kind = {
  ...defineKind({
    crd: cronTab.crd,
    edges: [hostPortEdge({ group: cronTab.group, parent: "spec" })],
  }),
  kind: "CodedCronTab",
};

const kinds: readonly Kind[] = [
  ...exampleKinds,
  ...(await loadKinds([folderOf("../operators"), folderOf("../lenses")])),
  coded,
];

const strict: Served = { kinds, registry: conversionRegistry(kinds) };
const nearest: Served = { kinds, registry: nearestRegistry(kinds) };

/** What a review is to be of. */
interface Case {
  readonly served: () => Served;
  readonly rules?: unknown;
  readonly to: string;
  readonly objects: readonly JsonValue[];
}

const stringMap = (group: string): fc.Arbitrary<JsonValue> =>
  fc.oneof(
    fc.constantFrom<JsonValue>(null, {}, { a: 1 }, { a: null }, [], "", { a: "b", "c/d": "é" }),
    fc.constantFrom<JsonValue>(
      { [`${group}/kept`]: "x", a: "b" },
      { [`${group}/kept.v1.a`]: '{"spec.a":[1]}' },
      { [`${group}/keep`]: "a", __proto: "" },
    ),
  );

/** Metadata as the server has it, and as it may never be. */
const metadataIn = (group: string): fc.Arbitrary<JsonValue | undefined> =>
  fc.oneof(
    { weight: 24, arbitrary: plainMetadata },
    { weight: 3, arbitrary: fc.constantFrom(undefined, {}, null, [], "x") },
    {
      weight: 2,
      arbitrary: fc.record(
        {
          name: fc.constantFrom<JsonValue>("é", null, 1),
          labels: stringMap(group),
          annotations: stringMap(group),
          managedFields: json,
        },
        { requiredKeys: [] },
      ),
    },
  );

function objectOf(
  { group, kind }: { readonly group: string; readonly kind: string },
  version: string,
  metadata: JsonValue | undefined,
  body: JsonObject,
): JsonObject {
  return {
    apiVersion: `${group}/${version}`,
    kind,
    ...(metadata !== undefined && { metadata }),
    ...body,
  };
}

/** Bodies that are valid in a version: a few, for they take long to make. */
function bodiesIn({ schema }: Kind["crd"]["versions"][number]): readonly JsonObject[] {
  return [{}, ...fc.sample(validBody(structuralForm(schema)), 8)];
}

/** The object, in the other version with what is kept for this one, where it can be converted. */
function carried({ registry }: Served, object: JsonObject, group: string, to: string): JsonObject {
  const named = { apiVersion: "", kind: "", ...object };
  const result = convertObject(registry, named, { group, version: to }, allowance());
  return result.ok ? result.value : object;
}

const bodies = new Map(
  kinds.map((kind) => [
    kind,
    kind.crd.versions.flatMap((version) =>
      bodiesIn(version).map((body) => ({ at: version.name, body })),
    ),
  ]),
);

function objectsIn(served: Served, kind: Kind): fc.Arbitrary<JsonValue> {
  const version = fc.constantFrom(...kind.versions);
  const plain = fc
    .tuple(metadataIn(kind.group), fc.constantFrom(...(bodies.get(kind) ?? [])))
    .map(([metadata, { at, body }]) => objectOf(kind, at, metadata, body));
  const kept = fc
    .tuple(plain, version)
    .map(([object, to]) => carried(served, object, kind.group, to));
  return fc.oneof(
    { weight: 6, arbitrary: plain },
    { weight: 2, arbitrary: kept },
    { weight: 2, arbitrary: mutated(fc.oneof(plain, kept)) },
  );
}

/** Now and then something else among the objects. */
function among(object: fc.Arbitrary<JsonValue>): fc.Arbitrary<readonly JsonValue[]> {
  const other = fc.constantFrom<JsonValue>(null, [], {}, "x", { apiVersion: "a/v1", kind: "B" });
  const item = fc.oneof({ weight: 40, arbitrary: object }, { weight: 1, arbitrary: other });
  return fc.array(item, { maxLength: 4 });
}

const ofKinds: fc.Arbitrary<Case> = fc
  .tuple(fc.constantFrom(strict, strict, nearest), fc.constantFrom(...kinds))
  .chain(([served, kind]) => {
    const to = fc.constantFrom(...kind.versions).map((version) => `${kind.group}/${version}`);
    return fc.record({
      served: fc.constant(() => served),
      to: fc.oneof({ weight: 20, arbitrary: to }, { weight: 1, arbitrary: fc.string() }),
      objects: among(objectsIn(served, kind)),
    });
  });

/** Rules of a second step that look into what a first may have moved. */
const deeper: readonly RuleData[] = [
  { op: "move", from: "spec.b.x", to: "spec.b.w" },
  { op: "move", from: "spec.d.e.a", to: "spec.d.e.b" },
  { op: "move", from: "status", to: "state" },
  { op: "keep", from: "spec.d.g" },
  { op: "each", from: "items", to: "items", rules: [{ op: "move", from: "b", to: "a" }] },
];
const aside: readonly RuleData[] = [{ op: "move", from: "spec", to: "body" }];
const within: readonly RuleData[] = [
  { op: "move", from: "body.a", to: "body.x.y" },
  { op: "keep", from: "body.k" },
];

const steps: fc.Arbitrary<readonly [LensData, LensData]> = fc.oneof(
  fc.tuple(lens, lens),
  fc.tuple(
    lens,
    fc.subarray([...deeper], { minLength: 1 }).map((rules) => ({ from: "v1", to: "v2", rules })),
  ),
  fc.constant([
    { from: "v1", to: "v2", rules: aside },
    { from: "v2", to: "v3", rules: within },
  ] as const),
);

const group = "example.com";
const anyKind = { group, kind: "Any", schemaOf: () => undefined };
const anyVersion = fc.constantFrom("v1", "v2", "v3");

/** A kind of three versions, where two steps are most often one path. */
const ofLenses: fc.Arbitrary<Case> = fc
  .record({
    lenses: steps,
    to: anyVersion,
    objects: among(
      fc
        .tuple(anyVersion, metadataIn(group), lensBody, anyVersion)
        .map(([version, metadata, body]) => objectOf(anyKind, version, metadata, body)),
    ),
  })
  .map(({ lenses: [first, second], to, objects }) => {
    const edges = [
      lensEdge(anyKind, { ...first, from: "v1", to: "v2" }),
      lensEdge(anyKind, { ...second, from: "v2", to: "v3" }),
    ];
    const any = { ...anyKind, versions: ["v1", "v2", "v3"], edges };
    const served = { kinds: [any], registry: conversionRegistry([any]) };
    return {
      served: () => served,
      rules: [first.rules, second.rules],
      to: `${group}/${to}`,
      objects,
    };
  });

const serverResponse = {
  response: { uid: "", convertedObjects: null, result: { metadata: {} } },
};

const review = fc.record({
  apiVersion: fc.constantFrom("apiextensions.k8s.io/v1", "apiextensions.k8s.io/v1beta1"),
  uid: fc.oneof(fc.uuid(), fc.string({ unit: "binary", maxLength: 4 })),
  end: fc.constantFrom("", "", "\n", " \r\n\t"),
  // As the server sends it, or a member that no version of a review has.
  more: fc.oneof(
    { weight: 9, arbitrary: fc.constantFrom<JsonObject>({}, serverResponse) },
    { weight: 1, arbitrary: fc.constant<JsonObject>({ new: [{}] }) },
  ),
});

type ReviewParts = typeof review extends fc.Arbitrary<infer T> ? T : never;

function textOf({ to, objects }: Case, parts: ReviewParts, choices: Spelling): string {
  const { apiVersion, uid, end, more } = parts;
  const request = { uid, desiredAPIVersion: to, objects };
  const value = { apiVersion, kind: "ConversionReview", request, ...more };
  return spelled(value, choices) + end;
}

/** Counts how many of the bodies were converted without parsing. */
class Share {
  #all = 0;
  #spliced = 0;

  note(isSpliced: boolean): void {
    this.#all++;
    if (isSpliced) this.#spliced++;
  }

  get value(): number {
    return this.#spliced / this.#all;
  }
}

/** True where the body was converted without parsing. The response is that of the parsed review, and the API server takes it. */
function isAlike(served: Served, body: string | Uint8Array): boolean {
  const spliced = splicedResult(served, body);
  if (spliced === undefined) return false;
  expect(differenceOf(spliced, parsedResult(served, body))).toBeUndefined();
  const review = typeof body === "string" ? parse(body) : parseBytes(body);
  const headers = { "Content-Type": "application/json" };
  const response = { status: 200, headers, body: spliced.text };
  expect(responseFaults("convert", review.ok ? review.value : undefined, response)).toEqual([]);
  return true;
}

describe.each([
  { name: "kinds", cases: ofKinds, least: 0.15 },
  { name: "lenses of any rules, in two steps", cases: ofLenses, least: 0.15 },
])(
  "copy-through conversion of reviews of $name gives the same response as parsing",
  ({ cases, least }) => {
    test("in any spelling, from bytes and from a string", { timeout }, () => {
      const share = new Share();
      fc.assert(
        fc.property(cases, review, spelling, (it, parts, choices) => {
          const text = textOf(it, parts, choices);
          const isSpliced = isAlike(it.served(), text);
          expect(isAlike(it.served(), Buffer.from(text))).toBe(isSpliced && text.isWellFormed());
          share.note(isSpliced);
        }),
        { numRuns },
      );
      expect(share.value).toBeGreaterThan(least);
    });

    test("with bytes changed", { timeout }, () => {
      fc.assert(
        fc.property(cases, review, spelling, byteChanges, (it, parts, choices, changes) => {
          const bytes = Buffer.from(textOf(it, parts, choices));
          isAlike(it.served(), changes.reduce<Uint8Array>(changedBytes, bytes));
        }),
        { numRuns },
      );
    });
  },
);

describe("objects as the API server sends them", () => {
  const rows = kinds.flatMap((kind) =>
    kind.versions.map((version) => ({ kind, version, name: `${kind.kind} to ${version}` })),
  );

  test.each(rows)("are converted without parsing: $name", ({ kind, version }) => {
    const object = fc
      .tuple(plainMetadata, fc.constantFrom(...(bodies.get(kind) ?? [])))
      .map(([metadata, { at, body }]) => objectOf(kind, at, metadata, body));
    const share = new Share();
    fc.assert(
      fc.property(fc.array(object, { minLength: 1, maxLength: 3 }), (objects) => {
        const request = { uid: "u", desiredAPIVersion: `${kind.group}/${version}`, objects };
        const apiVersion = "apiextensions.k8s.io/v1";
        const text = spelled({ kind: "ConversionReview", apiVersion, request }, []);
        const result = parsedResult(strict, text);
        // What cannot be converted, or grows, is parsed.
        if (typeof result === "string" || result.text.length > 2 * text.length) return;
        share.note(isAlike(strict, text));
      }),
      { numRuns: 100 },
    );
    expect(share.value).toBeGreaterThan(0.2);
  });

  const odd = fc.oneof(
    json.map((value) => spelled(value, [])),
    fc.constantFrom(
      ...["1.0", "1e3", "-0", "9007199254740993", "0.10", '"\\u0041\\/"', '"\\ud800"', '"é𝄞"'],
      ...['{"a":1,"a":2}', '{"__proto__":{"a":[]}}', "[[{}],[[[[[1.50]]]]]]", "null", "{}", "[]"],
    ),
  );

  test("are copied verbatim except for values that a rule writes", () => {
    const share = new Share();
    fc.assert(
      fc.property(odd, odd, odd, odd, (inMetadata, first, second, third) => {
        const metadata = `"metadata":{"name":"n","x":${inMetadata}}`;
        const spec = `"spec":{"a":${first},"hostPort":"h:1","b":${second}}`;
        const object = `{"apiVersion":"${cronTab.group}/v1beta1","kind":"CronTab",${metadata},${spec},"c":${third}}`;
        const request = `{"uid":"u","desiredAPIVersion":"${cronTab.group}/v1","objects":[${object}]}`;
        const text = `{"kind":"ConversionReview","apiVersion":"apiextensions.k8s.io/v1","request":${request}}`;
        const answer = splicedResult(strict, text)?.text;
        share.note(answer !== undefined);
        const written = `${metadata},"c":${third},"spec":{"a":${first},"b":${second},"host":"h","port":"1"}}`;
        expect(answer ?? written).toContain(written);
      }),
      { numRuns },
    );
    expect(share.value).toBeGreaterThan(0.5);
  });
});
