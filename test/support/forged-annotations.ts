import fc from "fast-check";
import type { StringMap } from "../../lib/converter/converter.ts";
import type { JsonObject, JsonValue } from "../../lib/json/value.ts";
import { stringify } from "../../lib/json/write.ts";
import type { Structural } from "../../lib/schema/structural/structural.ts";
import { collidingTexts } from "./colliding-texts.ts";

/** What forged annotations are aimed at. */
export interface Target {
  readonly group: string;
  /** All versions of the kind. */
  readonly versions: readonly string[];
  /** The version that an object is converted to, whose schema the entries name. */
  readonly version: string;
  readonly schema: Structural;
}

/** The address of a path, and the schema at it. */
interface AddressedSchema {
  readonly address: string;
  readonly schema: Structural;
}

/** Annotations that no conversion wrote, with the names of the group's preserved values, in every form that an attacker may try. */
export function forgedAnnotations(target: Target): fc.Arbitrary<StringMap> {
  const { group, versions } = target;
  const version = fc.oneof(
    { weight: 6, arbitrary: fc.constant(target.version) },
    { weight: 2, arbitrary: fc.constantFrom(...versions) },
    { weight: 1, arbitrary: fc.constantFrom("v9", "", "v1.x", "__proto__", "v1".repeat(20)) },
  );
  const text = entriesText(target);
  const separate = fc.tuple(start, version, id, text).map(([own, name, rest, value]) => ({
    [nameWithin(`${group}/${own}.${name}.${rest}`)]: value,
  }));
  const packed = fc.tuple(start, version, text).map(([own, name, value]) => ({
    [`${group}/${own}`]: `{${JSON.stringify(name)}:${value}}`,
  }));
  const one = fc.oneof(
    { weight: 8, arbitrary: separate },
    { weight: 1, arbitrary: packed },
    odd(group),
  );
  return fc.array(one, { minLength: 1, maxLength: 5 }).map((all) => Object.assign({}, ...all));
}

/** The beginnings of annotation names: those of the two formats, and of an unknown format. */
const start = fc.constantFrom("kept", "kept", "kept2", "kept3");

/** Ids as preserved values have them, ids of which one is the beginning of another, and ids that are never written. */
const id = fc.oneof(
  fc.string({ unit: fc.constantFrom(..."0123456789abcdefx"), minLength: 1, maxLength: 26 }),
  fc.constantFrom("forged", "1agkp1r", "1agkp1rx", "1agkp1rxx", "a.b", "A_b"),
);

/** The name with at most 63 characters after its slash, the last of which is a letter or digit. */
function nameWithin(name: string): string {
  const [prefix = "", own = ""] = name.split("/");
  return `${prefix}/${own.slice(0, 63).replace(/[^a-z0-9]+$/i, "")}`;
}

/** Annotations with names like those of preserved values, and with other content. */
function odd(group: string): fc.Arbitrary<StringMap> {
  const names = ["kept", "kept2", "kept.v1", "kept-lost", "keptx.v1.a", "kept.v1.a.b", "kept7"];
  const text = fc.constantFrom("", "{", "[]", "null", "z:AAAA", '{"v1":[]}', "x".repeat(3000));
  return fc.tuple(fc.constantFrom(...names), text).map(([name, value]) => ({
    [`${group}/${name}`]: value,
  }));
}

function entriesText(target: Target): fc.Arbitrary<string> {
  const entry = fc.tuple(anyAddress(target), anyEntry);
  const aimed = entryAt(schemasIn(target.schema));
  const entries = fc.array(fc.oneof({ weight: 3, arbitrary: aimed }, entry), {
    minLength: 1,
    maxLength: 8,
  });
  const many = fc
    .tuple(
      fc.constantFrom("z", "spec.z", "?.metadata.labels.z", "spec[#0].z"),
      fc.nat({ max: 600 }),
    )
    .map(([start, count]) =>
      entriesAt(Array.from({ length: count }, (_, index) => `${start}${index}`)),
    );
  const colliding = fc
    .constantFrom("", "spec.")
    .map((start) => entriesAt(collidingTexts64.map((text) => start + text)));
  const large = fc
    .constantFrom(3000, 66_000)
    .map((length): Entries => [["z", ["x".repeat(length)]]]);
  const written = fc
    .oneof({ weight: 8, arbitrary: entries }, many, colliding, large)
    .map(objectText);
  const malformed = fc.constantFrom(
    "",
    "{",
    "[",
    "[]",
    "null",
    "1",
    '""',
    "{}",
    '{"a":}',
    "\ud800",
  );
  return fc.oneof({ weight: 12, arbitrary: written }, malformed);
}

type Entries = readonly (readonly [string, JsonValue])[];

const collidingTexts64 = collidingTexts(6);

function entriesAt(addresses: readonly string[]): Entries {
  return addresses.map((address) => [address, ["x"]]);
}

/** The JSON of an object. Not by way of an object, so that names may repeat and `__proto__` is an ordinary name. */
function objectText(entries: Entries): string {
  return `{${entries.map(([key, value]) => `${JSON.stringify(key)}:${stringify(value)}`).join(",")}}`;
}

/** An entry at a path that the schema declares: mostly a value of the declared type, which may be invalid otherwise. */
function entryAt(schemas: readonly AddressedSchema[]): fc.Arbitrary<readonly [string, JsonValue]> {
  return fc
    .tuple(fc.constantFrom(...schemas), fc.nat({ max: 5 }), fc.nat(), fc.nat({ max: 9 }))
    .map(([{ address, schema }, form, seed, shape]): readonly [string, JsonValue] => {
      const marked = withMarker(address, form);
      if (shape === 0) return [marked, []];
      if (shape === 1) return [marked, [null]];
      if (shape === 2) return [`${marked}[]`, [["a", '[name="a"]']]];
      if (shape === 3) return [`${marked}[#]`, [["0000000", "1agkp1r"]]];
      return [marked, [extremeOf(schema, seed, 0)]];
    });
}

/** The address with the marker `?` before it (form 0), after its first key (form 1), or without the marker (other forms). */
function withMarker(address: string, form: number): string {
  if (form === 0) return `?.${address}`;
  return form === 1 ? address.replace(".", "?.") : address;
}

/** An address of any path, also of one that the schema does not declare. */
function anyAddress({ schema }: Target): fc.Arbitrary<string> {
  const [first = { address: "spec", schema }] = schemasIn(schema);
  return fc.oneof(
    fc.constantFrom(
      "",
      "?",
      "[]",
      "[#]",
      "[#0]",
      "[#0-9]",
      "__proto__",
      "constructor.prototype.a",
      'spec["__proto__"].a',
      "metadata",
      "metadata.name",
      "metadata.finalizers",
      "metadata.labels.a",
      'metadata.annotations["example.com/a"]',
      "?.metadata.labels.z",
      "apiVersion",
      "kind",
      "status",
      "?.status.phase",
      "?.status.conditions",
      "spec..a",
      "spec[name=1]",
      `spec${".a".repeat(99)}`,
      `spec${".a".repeat(2000)}`,
      `${first.address}[#999999999].a`,
      `${first.address}[name="a"~999999999]`,
    ),
    fc.string({ maxLength: 12 }),
    fc.string({ maxLength: 6 }).map((name) => `spec${name}`),
  );
}

const anyEntry: fc.Arbitrary<JsonValue> = fc.constantFrom<JsonValue>(
  [],
  [null],
  ["x"],
  [1],
  [{}],
  [[]],
  [{ a: { b: [1, null] } }],
  ["x", "1agkp1r"],
  ["x", 1],
  [1, 2, 3],
  null,
  {},
  "x",
  [["a", "b"]],
  [["a", 1]],
);

/** The most paths of a schema that get entries, and their most levels: a large schema is cut. */
const maxSchemas = 500;
const maxDepth = 7;

function schemasIn(schema: Structural): readonly AddressedSchema[] {
  const schemas: AddressedSchema[] = [];
  const queue: { readonly address: string; readonly schema: Structural; readonly depth: number }[] =
    [];
  const enter = (address: string, next: Structural, depth: number): void => {
    schemas.push({ address, schema: next });
    if (depth < maxDepth) queue.push({ address, schema: next, depth: depth + 1 });
  };
  for (const [name, next] of schema.properties ?? []) {
    if (!["apiVersion", "kind", "metadata"].includes(name)) enter(keyText(name), next, 0);
  }
  for (
    let next = queue.shift();
    next !== undefined && schemas.length < maxSchemas;
    next = queue.shift()
  ) {
    const { address, schema: node, depth } = next;
    for (const [name, inner] of node.properties ?? [])
      enter(`${address}${dotted(name)}`, inner, depth);
    if (typeof node.additionalProperties === "object") {
      enter(`${address}.k`, node.additionalProperties, depth);
    }
    for (const step of itemSteps(node))
      if (node.items) enter(`${address}${step}`, node.items, depth);
  }
  return schemas.length > 0 ? schemas : [{ address: "spec", schema }];
}

function itemSteps({ items, x }: Structural): readonly string[] {
  if (items === undefined) return [];
  const key = x.listMapKeys?.[0] ?? "name";
  return ["[#0]", "[#1]", `[${key}="a"]`, `[${key}="a"~1]`];
}

function keyText(name: string): string {
  return dotted(name).replace(/^\./, "");
}

function dotted(name: string): string {
  return /^[\w-]+$/.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`;
}

const integers: readonly JsonValue[] = [1_000_000, -1, 0, 1, 2 ** 31, 9_223_372_036_854_775_807n];
const texts: readonly string[] = ["", "a", "Forbidden!", "*", "1h", "x".repeat(300)];

/** A value of the type that the schema declares, often beyond its bounds; of any type if the schema declares none. */
function extremeOf(schema: Structural, seed: number, depth: number): JsonValue {
  const at = <T>(list: readonly T[]): T | undefined => list[seed % list.length];
  const words = schema.validation?.enum ?? [];
  if (words.length > 0 && seed % 2 === 0) return at(words) ?? null;
  if (schema.x.intOrString) return at([...integers, ...texts]) ?? null;
  switch (schema.type) {
    case "integer":
    case "number":
      return at(integers) ?? null;
    case "boolean":
      return seed % 2 === 0;
    case "string":
      return at(texts) ?? null;
    case "array":
      return Array.from({ length: at([0, 1, 2, 5, 30]) ?? 0 }, (_, index) =>
        schema.items === undefined || depth > 2
          ? null
          : extremeOf(schema.items, seed + (seed % 3) * index, depth + 1),
      );
    case "object":
      return depth > 2 ? {} : objectOf(schema, seed, depth);
    default:
      return at<JsonValue>([null, 1, "a", [1], { a: 1 }]) ?? null;
  }
}

/** Some of the members, or none of them. */
function objectOf(schema: Structural, seed: number, depth: number): JsonObject {
  const members = [...(schema.properties ?? [])].filter(
    (_, index) => (seed >> (index % 16)) % 2 === 0,
  );
  const own = members.map(([name, next]) => [name, extremeOf(next, seed >> 1, depth + 1)] as const);
  const { additionalProperties: more } = schema;
  const extra = typeof more === "object" ? [["k", extremeOf(more, seed, depth + 1)] as const] : [];
  return Object.fromEntries([...own, ...extra]);
}
