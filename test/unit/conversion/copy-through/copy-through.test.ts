import { describe, expect, test } from "vitest";
import { copyThrough } from "../../../../lib/conversion/copy-through/copy-through.ts";
import { conversionRegistry } from "../../../../lib/conversion/registry.ts";
import type { Converter } from "../../../../lib/converter/converter.ts";
import { parse } from "../../../../lib/json/parse.ts";
import { ok } from "../../../../lib/json/result.ts";
import { allowance } from "../../../support/allowance.ts";
import { differenceOf, parsedResult, splicedResult } from "../../../support/both-paths.ts";
import { kinds } from "../../../support/example-kinds.ts";
import { asItIs, widgets } from "../../../support/faulty-kinds.ts";

const served = { kinds, registry: conversionRegistry(kinds) };
const group = "stable.example.com";
const v1 = `"apiVersion":"${group}/v1"`;
const old = `"apiVersion":"${group}/v1beta1"`;
const cronTab = '"kind":"CronTab"';
const spec = '"spec":{"hostPort":"a:1"}';
const report = `{${old},${cronTab},"metadata":{"name":"a"},${spec}}`;
const kept = `"metadata":{"annotations":{"${group}/kept":"x"}}`;

/** A review's text with objects as they are given. */
function reviewOf(...objects: readonly string[]): string {
  const request = `{"uid":"u","desiredAPIVersion":"${group}/v1","objects":[${objects.join(",")}]}`;
  return `{"kind":"ConversionReview","apiVersion":"apiextensions.k8s.io/v1","request":${request}}`;
}

describe("copyThrough", () => {
  test("copies everything that no rule writes", () => {
    const metadata = '{"name":"a","x":[1.0,[[{"\\u00e9":1e2}]]],"uid":"\\u0041","x":null}';
    const object = `{${old},${cronTab},"b":-0,"metadata":${metadata},"spec":{"a":1.0,"hostPort":"a:1","z":{}},"b":1e5}`;
    expect(splicedResult(served, reviewOf(object))?.text).toContain(
      `{${v1},${cronTab},"metadata":${metadata},"b":-0,"b":1e5,"spec":{"a":1.0,"z":{},"host":"a","port":"1"}}`,
    );
  });

  test.each([
    { name: "no apiVersion", object: `{${cronTab},${spec}}` },
    { name: "no kind", object: `{${old},${spec}}` },
    { name: "neither", object: `{${spec}}` },
    { name: "nothing", object: "{}" },
    { name: "an apiVersion that is null", object: `{"apiVersion":null,${cronTab},${spec}}` },
    { name: "an unknown kind", object: `{${old},"kind":"Cron",${spec}}` },
    {
      name: "an apiVersion that occurs twice",
      object: `{${old},${cronTab},"apiVersion":"a/b/c"}`,
    },
    { name: "metadata that is null", object: `{${old},${cronTab},"metadata":null}` },
    { name: "metadata that is a list", object: `{${old},${cronTab},"metadata":[]}` },
    {
      name: "a label that is a number",
      object: `{${old},${cronTab},"metadata":{"labels":{"a":1}}}`,
    },
    { name: "labels that are a list", object: `{${v1},${cronTab},"metadata":{"labels":[]}}` },
    {
      name: "an annotation that is null",
      object: `{${v1},${cronTab},"metadata":{"annotations":{"a":null}}}`,
    },
    { name: "a value that its rule refuses", object: `{${old},${cronTab},"spec":{"hostPort":1}}` },
    { name: "an object that is null", object: "null" },
    { name: "an object that is a list", object: "[1]" },
    { name: "an object that is a list of objects", object: `[${report},${report}]` },
  ])("is undefined for $name, alone and after another object", ({ object }) => {
    expect(splicedResult(served, reviewOf(report))?.objects).toBe(1);
    expect(splicedResult(served, reviewOf(object))).toBeUndefined();
    expect(splicedResult(served, reviewOf(report, object))).toBeUndefined();
  });

  test.each([
    { name: "of one type", objects: [report, report] },
    { name: "of two versions", objects: [report, `{${v1},${cronTab},"spec":{}}`] },
    { name: "without metadata", objects: [`{${old},${cronTab},${spec}}`, `{${v1},${cronTab}}`] },
    { name: "with preserved values", objects: [`{${old},${cronTab},${kept},${spec}}`] },
    {
      name: "whose type comes after members that can't be selected",
      objects: [report, `{${kept},${v1},${cronTab}}`],
    },
    {
      name: "that have a repeated member",
      objects: [`{${v1},${cronTab},${spec},${old},"spec":{"hostPort":"b:2"}}`],
    },
    {
      name: "that claim preserved values",
      objects: [`{${v1},${cronTab},${kept},"spec":{"hostPort":1}}`],
    },
  ])("gives objects $name the same log line as parsing", ({ objects }) => {
    const body = reviewOf(...objects);
    const spliced = splicedResult(served, body);
    expect(spliced?.objects).toBe(objects.length);
    expect(spliced && differenceOf(spliced, parsedResult(served, body))).toBeUndefined();
  });

  test("is undefined once the deadline has passed", () => {
    let asked = 0;
    const expired = (): boolean => ++asked > 2;
    expect(
      copyThrough(served.registry)(reviewOf(report, report, report), allowance({ expired })),
    ).toBeUndefined();
    expect(asked).toBe(3);
  });

  test("responds in the review's own version, with a uid of any text", () => {
    const body = reviewOf(report)
      .replace("k8s.io/v1", "k8s.io/v1beta1")
      .replace('"u"', JSON.stringify('é"]\u0001'));
    const parsed = parse(splicedResult(served, body)?.text ?? "");
    expect(parsed).toMatchObject({
      value: { apiVersion: "apiextensions.k8s.io/v1beta1", response: { uid: 'é"]\u0001' } },
    });
  });
});

describe("the limits of copy-through conversion", () => {
  const restaurant = "restaurant.programming-kubernetes.info";
  const pizzaOf = (quantity: number): string =>
    `{"apiVersion":"${restaurant}/v1beta1","kind":"Pizza","spec":{"toppings":[{"name":"a","quantity":${quantity}}]}}`;
  const pizzas = (quantity: number, count: number): string =>
    reviewOf(...Array.from({ length: count }, () => pizzaOf(quantity))).replace(
      `${group}/v1`,
      `${restaurant}/v1alpha1`,
    );

  test.each([
    { quantity: 30, count: 1, isSpliced: true },
    { quantity: 20, count: 100, isSpliced: true },
    { quantity: 1000, count: 10, isSpliced: false },
    { quantity: 30_000_000, count: 1, isSpliced: false },
    { quantity: 200_000, count: 100, isSpliced: false },
    { quantity: 1e15, count: 1, isSpliced: false },
  ])(
    "convert $count pizzas with $quantity toppings: spliced $isSpliced",
    ({ quantity, count, isSpliced }) => {
      const body = pizzas(quantity, count);
      const spliced = splicedResult(served, body);
      expect(spliced !== undefined).toBe(isSpliced);
      expect(spliced?.objects ?? count).toBe(count);
    },
  );

  test("leave a preserved value that is too large for annotations to the parsed path", () => {
    const object = `{${old},${cronTab},"metadata":{"annotations":{"${group}/kept.v1.a":${JSON.stringify("x".repeat(70_000))}}},"spec":{"hostPort":1}}`;
    expect(splicedResult(served, reviewOf(object))).toBeUndefined();
    expect(parsedResult(served, reviewOf(object))).toMatch(/^objects\[0\]/);
  });

  test.each([
    { name: "500 levels", text: "[".repeat(500) + "]".repeat(500), isSpliced: true },
    { name: "513 levels", text: "[".repeat(513) + "]".repeat(513), isSpliced: false },
    { name: "4,900 levels", text: `${'{"a":'.repeat(4900)}1${"}".repeat(4900)}`, isSpliced: false },
    { name: "6 MB", text: JSON.stringify("é".repeat(3_000_000)), isSpliced: true },
  ])("allow $name in an unread field: spliced $isSpliced", ({ text, isSpliced }) => {
    const body = reviewOf(report, `{${old},${cronTab},"metadata":{"x":${text}},${spec}}`);
    const spliced = splicedResult(served, body);
    expect(spliced?.text.includes(`"metadata":{"x":${text}}`) ?? false).toBe(isSpliced);
    expect(parsedResult(served, body)).toMatchObject({ objects: 2 });
  });

  test.each([
    { name: "another uid", from: '"uid":"u"', to: '"uid":"other"', isSpliced: true },
    { name: "another review version", from: "k8s.io/v1", to: "k8s.io/v1beta1", isSpliced: true },
    {
      name: "another desired version",
      from: `${group}/v1"`,
      to: `${group}/v1beta1"`,
      isSpliced: true,
    },
    { name: "an empty uid", from: '"uid":"u"', to: '"uid":""', isSpliced: false },
    { name: "a uid that is a number", from: '"uid":"u"', to: '"uid":1', isSpliced: false },
    { name: "no uid", from: '"uid":"u",', to: "", isSpliced: false },
    { name: "another kind", from: "ConversionReview", to: "AdmissionReview", isSpliced: false },
    { name: "an unknown version", from: "k8s.io/v1", to: "k8s.io/v2", isSpliced: false },
    {
      name: "a desired version that is a number",
      from: `"${group}/v1"`,
      to: "1",
      isSpliced: false,
    },
    {
      name: "a new member of the review",
      from: '"request"',
      to: '"new":1,"request"',
      isSpliced: false,
    },
    { name: "a new member of the request", from: '"uid"', to: '"new":{},"uid"', isSpliced: false },
    {
      name: "a new member after the objects",
      from: "]}}",
      to: '],"new":true}}',
      isSpliced: false,
    },
    {
      name: "the response member that the server sends with a review",
      from: "]}}",
      to: ']},"response":{"uid":"","convertedObjects":null,"result":{"metadata":{}}}}',
      isSpliced: true,
    },
  ])(
    "is done for a review with $name after another review: spliced $isSpliced",
    ({ from, to, isSpliced }) => {
      const before = reviewOf(report);
      const body = before.replace(from, to);
      expect(body).not.toBe(before);
      expect(splicedResult(served, before)).toBeDefined();
      const spliced = splicedResult(served, body);
      expect(spliced !== undefined).toBe(isSpliced);
      if (spliced !== undefined) {
        expect(differenceOf(spliced, parsedResult(served, body))).toBeUndefined();
      }
    },
  );

  test("detects a change of any byte since the review before", () => {
    const before = Buffer.from(reviewOf(report, report));
    const differences = [...before.keys()].flatMap((at) =>
      [...' "/1z'].flatMap((character) => {
        expect(splicedResult(served, before)?.objects).toBe(2);
        const body = Buffer.from(before).fill(character, at, at + 1);
        const spliced = splicedResult(served, body);
        return (spliced && differenceOf(spliced, parsedResult(served, body))) ?? [];
      }),
    );
    expect(differences).toEqual([]);
  });

  test("does not change a response when the next review is converted", () => {
    const copy = copyThrough(served.registry);
    const body = copy(reviewOf(report), allowance())?.body ?? new Uint8Array();
    const text = Buffer.from(body).toString();
    copy(reviewOf(report, report).replace('"u"', '"other"'), allowance());
    expect(Buffer.from(body).toString()).toBe(text);
  });

  test("converts 100,000 objects without members", () => {
    const objects = Array.from({ length: 100_000 }, () => `{${old},${cronTab}}`);
    const spliced = splicedResult(served, reviewOf(...objects));
    expect(spliced).toMatchObject({ objects: 100_000, facts: { from: "v1beta1" } });
  });
});

describe("a converter in an author's own code", () => {
  const widgetOf = (text: string): string =>
    reviewOf(`{"apiVersion":"example.org/v1","kind":"Widget","metadata":{"x":"${text}"}}`).replace(
      `${group}/v1`,
      "example.org/v2",
    );
  test.each<{ name: string; converter: Converter; text: string; says: RegExp | undefined }>([
    { name: "a body", converter: asItIs, text: "", says: undefined },
    {
      name: "labels that the server refuses",
      converter: ({ body }) => ok({ body, labels: { "a b": "c" } }),
      text: "",
      says: /labels/,
    },
    {
      name: "more bytes than an object may have",
      converter: ({ body }) => ok({ body: { ...body, more: "x".repeat(8_000_000) } }),
      text: "y".repeat(100_000),
      says: /the object would grow/,
    },
    {
      name: "a member that it may not change",
      converter: () => ok({ body: { kind: "Gadget" } }),
      text: "",
      says: /must not be changed by a converter/,
    },
  ])(
    "that returns $name is copied through, or left to the parsed path",
    ({ converter, text, says }) => {
      const authors = widgets({ converter });
      const own = { kinds: authors, registry: conversionRegistry(authors) };
      const body = widgetOf(text);
      const [spliced, parsed] = [splicedResult(own, body), parsedResult(own, body)];
      expect(spliced === undefined).toBe(says !== undefined);
      expect(typeof parsed === "string" ? parsed : "").toMatch(says ?? /^$/);
    },
  );

  test("that throws is left to the parsed path, which reports it", () => {
    const authors = widgets({
      converter: () => {
        throw new Error("not today");
      },
    });
    const own = { kinds: authors, registry: conversionRegistry(authors) };
    expect(() => splicedResult(own, widgetOf(""))).toThrow("not today");
    expect(parsedResult(own, widgetOf(""))).toMatch(/its converter failed/);
  });
});
