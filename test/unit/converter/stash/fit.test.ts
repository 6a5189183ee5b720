import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  annotationBytes,
  fitAnnotations,
  maxPreservedAnnotations,
  maxPreservedBytes,
} from "../../../../lib/converter/stash/fit.ts";
import {
  markedVersion,
  markerName,
  markerText,
  maxMarkerBytes,
} from "../../../../lib/converter/stash/names.ts";
import { maxAnnotationBytes } from "../../../../lib/protocol/object-metadata.ts";

const group = "e.com";
const name = (version: string, id: string): string => `${group}/kept.${version}.${id}`;

/** Fits annotations of which those of v1 whose id begins with `new` were added, and `held` held back. */
function fitted(annotations: Readonly<Record<string, string>>) {
  return fitAnnotations({
    group,
    annotations,
    added: new Set(Object.keys(annotations).filter((key) => key.startsWith(name("v1", "new")))),
    isHeldBack: (key) => key.startsWith(name("v1", "held")),
    isKnown: (key) => /kept\.v[12]\./.test(key),
  });
}

describe("fitAnnotations", () => {
  test("keeps everything that fits", () => {
    const annotations = { [name("v1", "new")]: "x", [name("v9", "a")]: "y", other: "z" };
    expect(fitted(annotations)).toEqual({ annotations, lost: [], dropped: [] });
  });

  test("removes nothing if nothing is added", () => {
    const annotations = { [name("v9", "a")]: "y".repeat(300_000) };
    expect(fitted(annotations)).toEqual({ annotations, lost: [], dropped: [] });
  });

  test("drops the largest of the added entries beyond its budget", () => {
    const annotations = {
      [name("v1", "new1")]: "x".repeat(maxPreservedBytes - 1000),
      [name("v1", "new2")]: "x".repeat(2000),
      [name("v1", "new3")]: "x",
    };
    expect(fitted(annotations).lost).toEqual([name("v1", "new1")]);
  });

  test("counts annotations too", () => {
    const ids = Array.from({ length: maxPreservedAnnotations + 1 }, (_, at) => `new${at}`);
    const { lost } = fitted(Object.fromEntries(ids.map((id) => [name("v1", id), "x"])));
    expect(lost).toHaveLength(1);
  });

  test("drops first unknown values, then held-back ones, then others", () => {
    const room = { [name("v1", "new1")]: "n".repeat(50_000) };
    const [foreign, held, other] = [name("v9", "a"), name("v1", "held"), name("v2", "a")];
    const of = (unknown: number, refused: number, ordinary: number) =>
      fitted({
        ...room,
        [foreign]: "f".repeat(unknown),
        [held]: "h".repeat(refused),
        [other]: "o".repeat(40_000),
        ordinary: "x".repeat(ordinary),
      });
    expect(of(100_000, 50_000, 30_000)).toMatchObject({ lost: [], dropped: [foreign] });
    expect(of(10_000, 90_000, 100_000)).toMatchObject({ lost: [], dropped: [foreign, held] });
    expect(of(0, 0, 180_000)).toMatchObject({ lost: [name("v1", "new1")] });
    expect(of(0, 0, 230_000)).toMatchObject({ lost: [name("v1", "new1"), other] });
  });

  test("never drops entries that are not the kind's own, and leaves space for the marker", () => {
    const sizes = fc.dictionary(
      fc.constantFrom("new1", "new2", "held1", "other").map((id) => name("v1", id)),
      fc.integer({ min: 0, max: 200_000 }),
    );
    fc.assert(
      fc.property(sizes, fc.integer({ min: 0, max: 262_000 }), (ours, ordinary) => {
        const texts = Object.entries(ours).map(([key, size]) => [key, "x".repeat(size)] as const);
        const { annotations, lost } = fitted({
          ...Object.fromEntries(texts),
          ordinary: "x".repeat(ordinary),
        });
        expect(annotations["ordinary"]).toHaveLength(ordinary);
        if (!texts.some(([key]) => key.startsWith(name("v1", "new")))) return;
        const hasMore = Object.keys(annotations).length > 1;
        const room = lost.length > 0 && hasMore ? maxMarkerBytes(group) : 0;
        expect(annotationBytes(annotations)).toBeLessThanOrEqual(maxAnnotationBytes - room);
      }),
      { numRuns: 100 },
    );
  });
});

describe("markerText", () => {
  test.each([
    { name: "short", addresses: ["spec.a"], says: "v1: spec.a" },
    {
      name: "many",
      addresses: Array.from({ length: 50 }, (_, at) => `spec.a${at}`),
      says: /\.\.\.$/,
    },
    { name: "beyond ASCII", addresses: ["spec.\u202eé"], says: "v1: spec.??" },
  ])("names version and addresses in at most 100 bytes: $name", ({ addresses, says }) => {
    const text = markerText(group, "v1", addresses);
    expect(text).toMatch(says);
    const annotations = { [markerName(group)]: text };
    expect(annotationBytes(annotations)).toBeLessThanOrEqual(100);
    expect(markedVersion(annotations, group)).toBe("v1");
  });

  test.each([
    { group: "g.io", version: "v1" },
    { group: "g.io", version: `v1${"x".repeat(61)}` },
    { group: "g".repeat(90), version: "v1beta1" },
    { group: "g".repeat(253), version: `v1${"x".repeat(61)}` },
  ])("has no more bytes than are reserved for it: $group $version", ({ group: long, version }) => {
    const addresses = Array.from({ length: 50 }, (_, at) => `spec.a${at}`);
    const annotations = { [markerName(long)]: markerText(long, version, addresses) };
    expect(annotationBytes(annotations)).toBeLessThanOrEqual(maxMarkerBytes(long));
    expect(markedVersion(annotations, long)).toBe(version);
  });

  test("has only the version if a long group leaves no space", () => {
    expect(markerText("g".repeat(200), "v1beta1", ["spec.a"])).toBe("v1beta1...");
  });
});
