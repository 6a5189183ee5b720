import fc from "fast-check";
import { type Side, sides } from "../../lib/converter/side.ts";
import {
  isArray,
  isObject,
  type JsonObject,
  type JsonValue,
  member,
} from "../../lib/json/value.ts";
import { defineKind, type Kind } from "../../lib/kind/kind.ts";
import type { Fill, ValueTest } from "../../lib/lens/language/absence.ts";
import type { AcceptEntry } from "../../lib/lens/language/accept.ts";
import type { RuleData } from "../../lib/lens/language/rule.ts";
import { yamlText } from "../../lib/lens/ops/text/yaml-text.ts";

/** What both versions declare below one map, and the rules between them. */
interface Part {
  /** Schemas of members by name. */
  readonly from: Members;
  readonly to: Members;
  readonly rules: readonly RuleData[];
  /** Members that the maps require. Left out, any of them may be required. */
  readonly required?: Readonly<Record<Side, readonly string[]>> | undefined;
  /** False where no member gets a default. */
  readonly mayDefault?: boolean;
}

type Members = Readonly<Record<string, JsonObject>>;

/** A field's rule and schemas, once it has a name that no other field of its map has. */
type Field = (name: string) => Part;

const text: JsonObject = { type: "string" };
const integer: JsonObject = { type: "integer" };

const optional = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.option(value, { nil: undefined, freq: 2 });

/** A schema of a type, with the keywords for which a value was drawn. */
function schemaOf(
  type: string,
  drawn: Readonly<Record<string, JsonValue | undefined>>,
): JsonObject {
  const keywords = Object.entries(drawn).filter((entry): entry is [string, JsonValue] => {
    return entry[1] !== undefined;
  });
  return { type, ...Object.fromEntries(keywords) };
}

const nullable = optional(fc.constant(true));

/** A schema of a value that no rule looks into. */
const scalar: fc.Arbitrary<JsonObject> = fc.oneof(
  fc
    .record({
      nullable,
      maxLength: optional(fc.constantFrom(3, 8)),
      default: optional(fc.constantFrom("", "ab")),
    })
    .map((drawn) => schemaOf("string", drawn)),
  fc
    .record({ nullable, enum: fc.constant(["a", "b"]), default: optional(fc.constant("b")) })
    .map((drawn) => schemaOf("string", drawn)),
  fc
    .record({
      nullable,
      format: optional(fc.constantFrom("int32", "int64")),
      minimum: optional(fc.constantFrom(0, 1)),
      default: optional(fc.constant(1)),
    })
    .map((drawn) => schemaOf("integer", drawn)),
  fc
    .record({ nullable, default: optional(fc.boolean()) })
    .map((drawn) => schemaOf("boolean", drawn)),
  fc.constant<JsonObject>({ type: "number" }),
  fc.constant<JsonObject>({ "x-kubernetes-int-or-string": true }),
  fc.constant<JsonObject>({ type: "object", additionalProperties: text }),
  fc.constant<JsonObject>({ type: "array", items: text }),
  fc.constant<JsonObject>({ type: "array", items: text, "x-kubernetes-list-type": "set" }),
  fc.constant<JsonObject>({ type: "object", "x-kubernetes-preserve-unknown-fields": true }),
);

/** A value that is copied unchanged, to the same path or another. */
const carried: fc.Arbitrary<Field> = fc
  .record({ schema: scalar, how: fc.constantFrom("same", "move", "deep", "lift") })
  .map(({ schema, how }) => (name) => {
    if (how === "same") return { from: { [name]: schema }, to: { [name]: schema }, rules: [] };
    const under = { [`${name}Of`]: { type: "object", properties: { x: schema } } };
    const plain = { [name]: schema };
    const moved = { [`${name}New`]: schema };
    const rule = (from: string, to: string): RuleData => ({ op: "move", from, to });
    if (how === "move") return { from: plain, to: moved, rules: [rule(name, `${name}New`)] };
    if (how === "deep") return { from: plain, to: under, rules: [rule(name, `${name}Of.x`)] };
    return { from: under, to: plain, rules: [rule(`${name}Of.x`, name)] };
  });

/** Pairs of schemas each of which refuses something that the other one allows. */
const narrowings: readonly (readonly [JsonObject, JsonObject])[] = [
  [
    { type: "string", maxLength: 3 },
    { type: "string", minLength: 1 },
  ],
  [
    { type: "string", enum: ["a", "b"] },
    { type: "string", enum: ["b", "c"] },
  ],
  [
    { type: "string", nullable: true, pattern: "^[a-c]*$" },
    { type: "string", maxLength: 2 },
  ],
  [
    { type: "integer", minimum: 0 },
    { type: "integer", maximum: 3, nullable: true },
  ],
  [
    { type: "integer", format: "int32" },
    { type: "integer", multipleOf: 2 },
  ],
  [
    { type: "array", items: text, minItems: 1 },
    { type: "array", items: { type: "string", maxLength: 3 }, maxItems: 2 },
  ],
  [
    { type: "object", additionalProperties: text, maxProperties: 1 },
    { type: "object", additionalProperties: { type: "string", enum: ["a", "b"] } },
  ],
];

/** A field of which each version refuses something that the other version allows. */
const narrowed: fc.Arbitrary<Field> = fc
  .record({
    schemas: fc.constantFrom(...narrowings),
    isTurned: fc.boolean(),
    isMoved: fc.boolean(),
  })
  .map(({ schemas: [one, other], isTurned, isMoved }) => (name) => {
    const to = isMoved ? `${name}New` : name;
    return {
      from: { [name]: isTurned ? other : one },
      to: { [to]: isTurned ? one : other },
      rules: isMoved ? [{ op: "move", from: name, to }] : [],
    };
  });

const anything: JsonObject = { type: "object", "x-kubernetes-preserve-unknown-fields": true };

/** A map whose members only one version declares, while the other allows any. It is converted without a rule. */
function freed(inner: fc.Arbitrary<Part>): fc.Arbitrary<Field> {
  return fc
    .record({ inner, isOlder: fc.boolean(), isMoved: fc.boolean() })
    .map(({ inner: members, isOlder, isMoved }) => (name) => {
      const declaredMap = mapOf(members, "from");
      const to = isMoved ? `${name}New` : name;
      return {
        from: { [name]: isOlder ? anything : declaredMap },
        to: { [to]: isOlder ? declaredMap : anything },
        rules: isMoved ? [{ op: "move", from: name, to }] : [],
      };
    });
}

/** A value that only one version has. */
const oneSided: fc.Arbitrary<Field> = fc
  .record({ schema: scalar, isOlder: fc.boolean() })
  .map(({ schema, isOlder }) => (name) => ({
    from: isOlder ? { [name]: schema } : {},
    to: isOlder ? {} : { [name]: schema },
    rules: [isOlder ? { op: "keep", from: name } : { op: "keep", to: name }],
  }));

/** A field whose absence has a meaning in one version, by `fill` or `omit`. With `keep`, the other version lacks the field. */
const absent: fc.Arbitrary<Field> = fc
  .record({
    value: fc.constantFrom<JsonValue>(0, 1, 5),
    side: fc.constantFrom("from" as const, "to" as const),
    how: fc.constantFrom("fill" as const, "omit" as const),
    op: fc.constantFrom("at" as const, "move" as const, "keep" as const),
  })
  .map(({ value, side, how, op }) => (name): Part => {
    if (op === "keep") {
      const own = side === "from" ? { from: name } : { to: name };
      const members = { from: {}, to: {}, [side]: { [name]: integer } };
      return { ...members, rules: [{ op, ...own, fill: { [side]: { value } } }] };
    }
    const other = op === "at" ? name : `${name}New`;
    const modifier =
      how === "fill" ? { fill: { [side]: { value } } } : { omit: { [side]: { equals: value } } };
    return {
      from: { [name]: integer },
      to: { [other]: integer },
      rules: [{ op, from: name, to: other, ...modifier }],
    };
  });

/** A value that is written differently in the versions: an op, and what its first and its second side declare. */
const rewritten: fc.Arbitrary<Field> = fc
  .constantFrom<{ readonly first: JsonObject; readonly second: JsonObject; readonly rule: object }>(
    {
      first: { type: "string", enum: ["a", "b"] },
      second: { type: "string", enum: ["x", "y"] },
      rule: { op: "map", table: { a: "x", b: "y" } },
    },
    {
      first: { type: "string", enum: ["a", "b", "c"] },
      second: { type: "string", enum: ["x", "y"] },
      rule: { op: "map", table: { a: "x", b: "x", c: "y" }, backTo: "a" },
    },
    {
      first: text,
      second: text,
      rule: { op: "map", table: { a: "x", "": "y" }, else: { from: "", to: "x" } },
    },
    {
      first: { type: "boolean" },
      second: { type: "boolean" },
      rule: {
        op: "map",
        table: [
          [true, false],
          [false, true],
        ],
      },
    },
    { first: text, second: integer, rule: { op: "duration", unit: "s" } },
    {
      first: text,
      second: { ...integer, format: "int32", minimum: 0 },
      rule: { op: "duration", unit: "ms", clamp: true },
    },
    { first: text, second: integer, rule: { op: "quantity", scale: "Mi" } },
    { first: text, second: integer, rule: { op: "convert" } },
    { first: text, second: { type: "boolean" }, rule: { op: "convert" } },
    {
      first: { type: "array", items: text },
      second: {
        type: "array",
        items: { type: "object", properties: { name: text, quantity: integer } },
      },
      rule: { op: "count" },
    },
    {
      first: text,
      second: { type: "object", "x-kubernetes-preserve-unknown-fields": true },
      rule: { op: "text", format: "yaml" },
    },
  )
  .chain((it) => fc.boolean().map((isTurned) => ({ ...it, isTurned })))
  .map(({ first, second, rule, isTurned }) => (name) => {
    const data = { from: name, to: name, ...rule, ...(isTurned && { inverted: true }) };
    return {
      from: { [name]: isTurned ? second : first },
      to: { [name]: isTurned ? first : second },
      rules: [turned(data, isTurned)],
    };
  });

/** The data of a rule for swapped versions: of its members only `else` is by version, so that its words are swapped. */
function turned(data: object, isTurned: boolean): RuleData {
  const { else: other, ...rest } = data as { else?: { from: JsonValue; to: JsonValue } };
  const named = other !== undefined && isTurned ? { from: other.to, to: other.from } : other;
  return { ...rest, ...(named !== undefined && { else: named }) } as RuleData;
}

const split: fc.Arbitrary<Field> = fc.boolean().map((isOlder) => (name) => {
  const parts = { host: `${name}Host`, port: `${name}Port` };
  const two = { [parts.host]: text, [parts.port]: text };
  const sides = isOlder ? { from: name, to: parts } : { from: parts, to: name };
  return {
    from: isOlder ? { [name]: text } : two,
    to: isOlder ? two : { [name]: text },
    rules: [{ op: "split", ...sides, template: "{host}:{port}" }],
  };
});

/** None of several fields that correspond to one field is required: any of them may be absent after a conversion. */
const none: Readonly<Record<Side, readonly string[]>> = { from: [], to: [] };

const first: fc.Arbitrary<Field> = fc.boolean().map((isOlder) => (name) => {
  const several = [`${name}A`, `${name}B`];
  const two = { [`${name}A`]: text, [`${name}B`]: text };
  return {
    from: isOlder ? two : { [name]: text },
    to: isOlder ? { [name]: text } : two,
    required: none,
    rules: [
      isOlder ? { op: "first", from: several, to: name } : { op: "first", from: name, to: several },
    ],
  };
});

const partition: fc.Arbitrary<Field> = fc.boolean().map((isOlder) => (name) => {
  const list: JsonObject = {
    type: "array",
    items: { type: "object", properties: { kind: text, size: integer } },
  };
  const several: readonly [string, string] = [`${name}A`, `${name}B`];
  const two = { [`${name}A`]: list, [`${name}B`]: list };
  const test = { member: "kind", equals: "a" };
  return {
    from: isOlder ? { [name]: list } : two,
    to: isOlder ? two : { [name]: list },
    rules: [
      { op: "partition", test, from: isOlder ? name : several, to: isOlder ? several : name },
    ],
  };
});

const entry: fc.Arbitrary<Field> = fc.boolean().map((isOlder) => (name) => {
  const fields = { cpu: `${name}Cpu`, memory: `${name}Memory` };
  const plain = { [fields.cpu]: text, [fields.memory]: text };
  const items = { type: "object", properties: { name: text, value: text } };
  const list = { [name]: { type: "array", items } };
  return {
    from: isOlder ? plain : list,
    to: isOlder ? list : plain,
    rules: [
      { op: "entry", ...(isOlder ? { from: fields, to: name } : { from: name, to: fields }) },
    ],
  };
});

/** A list of items, which server-side apply merges in one of three ways. */
function listOf(items: JsonObject, list: "atomic" | "keyed" | "map"): JsonObject {
  if (list === "atomic") return { type: "array", items };
  const { properties, required } = items;
  return {
    type: "array",
    ...(list === "map" && {
      "x-kubernetes-list-type": "map",
      "x-kubernetes-list-map-keys": ["id"],
    }),
    items: {
      ...items,
      properties: { id: text, ...(isObject(properties) ? properties : {}) },
      required: ["id", ...(isArray(required) ? required : [])],
    },
  };
}

/** The versions in which a map must have at least one member. */
const notEmpty = fc.constantFrom<readonly Side[]>([], [], ["from"], ["to"], ["from", "to"]);

/** A map whose members convert by rules of its own, held in one of the containers. */
function nested(inner: fc.Arbitrary<Part>): fc.Arbitrary<Field> {
  const how = fc.constantFrom(
    "at" as const,
    "move" as const,
    "each" as const,
    "merged" as const,
    "values" as const,
    "keyed" as const,
    "single" as const,
  );
  return fc
    .record({ inner, how, isTurned: fc.boolean(), notEmpty })
    .map(({ inner: members, how: held, isTurned, notEmpty: refusesEmpty }) => (name): Part => {
      const { rules } = members;
      const mapAt = (side: Side): JsonObject => ({
        ...mapOf(members, side),
        ...(refusesEmpty.includes(side) && { minProperties: 1 }),
      });
      const [older, newer] = [mapAt("from"), mapAt("to")];
      const sides = { from: name, to: name };
      const part = (one: JsonObject, other: JsonObject, rule: RuleData): Part => ({
        from: { [name]: one },
        to: { [name]: other },
        rules: [rule],
      });
      switch (held) {
        case "at":
          return part(older, newer, { op: "at", ...sides, rules });
        case "move":
          return {
            from: { [name]: older },
            to: { [`${name}New`]: newer },
            rules: [{ op: "move", from: name, to: `${name}New`, rules }],
          };
        case "each":
        case "merged": {
          const list = held === "each" ? "atomic" : "map";
          return part(listOf(older, list), listOf(newer, list), { op: "each", ...sides, rules });
        }
        case "values":
          return part(
            { type: "object", additionalProperties: older },
            { type: "object", additionalProperties: newer },
            { op: "each", from: `${name}{}`, to: `${name}{}`, rules },
          );
        case "keyed": {
          const map: JsonObject = { type: "object", additionalProperties: older };
          const list = listOf(newer, "keyed");
          const rule: RuleData = { op: "keyed", ...sides, key: "id", rules };
          return part(map, list, rule);
        }
        case "single":
          return isTurned
            ? part(older, listOf(newer, "atomic"), {
                op: "single",
                ...sides,
                inverted: true,
                rules,
              })
            : part(listOf(older, "atomic"), newer, { op: "single", ...sides, rules });
      }
    });
}

/**
 * A field whose rule also says, in one version or both, what absence means there. A version may require the field only if the
 * rule fills it in there.
 */
function withAbsence(field: fc.Arbitrary<Field>): fc.Arbitrary<Field> {
  const absence = fc.constantFrom<"fill" | "omit" | undefined>(undefined, "fill", "omit");
  return fc
    .record({ field, from: absence, to: absence, isZero: fc.boolean(), isRequired: fc.boolean() })
    .map(({ field: plain, isZero, isRequired, ...modifiers }) => (name): Part => {
      const part = withoutDefaults(plain(name));
      const [rule = { op: "at", from: name, to: name }, ...others] = part.rules;
      const required = { from: [...none.from], to: [...none.to] };
      const fill: { [side in Side]?: Fill } = {};
      const omit: { [side in Side]?: ValueTest } = {};
      for (const side of sides) {
        const schema = schemaAt(part[side], rule[side as keyof RuleData]);
        const how = modifiers[side];
        if (how === undefined || schema === undefined) continue;
        const value = isZero ? zeroOf(schema) : exampleOf(schema);
        if (how === "omit") omit[side] = { equals: value };
        else fill[side] = { value: rule.op === "entry" ? ["cpu"] : value };
        if (how === "fill" && isRequired) required[side] = Object.keys(part[side]);
      }
      const modified: RuleData = {
        ...rule,
        ...(Object.keys(fill).length > 0 && { fill }),
        ...(Object.keys(omit).length > 0 && { omit }),
      };
      return { ...part, required, rules: [modified, ...others] };
    });
}

/** The part without defaults: a default in place of a value that counts as absent would be a fault of the lens. */
function withoutDefaults(part: Part): Part {
  const without = (members: Members): Members =>
    JSON.parse(JSON.stringify(members, (key, value) => (key === "default" ? undefined : value)));
  return { ...part, from: without(part.from), to: without(part.to), mayDefault: false };
}

/** The schema at a rule's path; undefined if the rule has several paths on that side, or none. */
function schemaAt(members: Members, path: unknown): JsonObject | undefined {
  if (typeof path !== "string") return undefined;
  const keys = path.replace(/\{\}$/, "").split(".");
  let schema: JsonValue | undefined = { properties: members };
  for (const key of keys) {
    const properties: JsonValue | undefined = isObject(schema)
      ? member(schema, "properties")
      : undefined;
    schema = isObject(properties) ? properties[key] : undefined;
  }
  return isObject(schema) ? schema : undefined;
}

const zeros: Readonly<Record<string, JsonValue>> = {
  string: "",
  integer: 0,
  number: 0,
  boolean: false,
  array: [],
  object: {},
};

function zeroOf(schema: JsonObject): JsonValue {
  return zeros[String(member(schema, "type"))] ?? 0;
}

/** A value that the schema allows, in most cases. */
function exampleOf(schema: JsonObject): JsonValue {
  const [type, words, items, properties, required] = [
    "type",
    "enum",
    "items",
    "properties",
    "required",
  ].map((keyword) => member(schema, keyword));
  if (isArray(words)) return words[0] ?? null;
  if (type === "array") return isObject(items) ? [exampleOf(items)] : [];
  if (type === "string") return "a";
  if (type === "boolean") return true;
  if (type !== "object") return 2;
  if (!isObject(properties))
    return isObject(member(schema, "additionalProperties")) ? {} : { a: 1 };
  const names = isArray(required) ? required.map(String) : Object.keys(properties).slice(0, 1);
  return Object.fromEntries(
    names.map((name) => {
      const inside = member(properties, name);
      return [name, isObject(inside) ? exampleOf(inside) : null];
    }),
  );
}

const leaf: fc.Arbitrary<Field> = fc.oneof(
  { weight: 3, arbitrary: carried },
  { weight: 2, arbitrary: oneSided },
  { weight: 2, arbitrary: absent },
  { weight: 4, arbitrary: rewritten },
  { weight: 1, arbitrary: narrowed },
  split,
  first,
  partition,
  entry,
);

/** One or more fields with their rules. Some are required, and some have a default in one version. */
function partOf(field: fc.Arbitrary<Field>, maxLength: number): fc.Arbitrary<RandomKind> {
  const required = fc.constantFrom<readonly Side[]>(
    [],
    [],
    [],
    [],
    ["from"],
    ["to"],
    ["from", "to"],
  );
  const defaulted = fc.constantFrom<Side | undefined>(
    undefined,
    undefined,
    undefined,
    "from",
    "to",
  );
  const drawn = fc.record({ field, required, defaulted });
  return fc.array(drawn, { minLength: 1, maxLength }).map((fields) => {
    const parts = fields.map((each, index) => {
      const { from, to, rules, required: own, mayDefault } = each.field(`f${index}`);
      const isDefaulted = (side: Side): boolean => mayDefault !== false && each.defaulted === side;
      return {
        from: isDefaulted("from") ? withDefaults(from) : from,
        to: isDefaulted("to") ? withDefaults(to) : to,
        rules,
        required: own ?? {
          from: each.required.includes("from") ? Object.keys(from) : [],
          to: each.required.includes("to") ? Object.keys(to) : [],
        },
      };
    });
    return {
      from: Object.assign({}, ...parts.map(({ from }) => from)),
      to: Object.assign({}, ...parts.map(({ to }) => to)),
      rules: parts.flatMap(({ rules }) => rules),
      required: {
        from: parts.flatMap(({ required: own }) => own.from),
        to: parts.flatMap(({ required: own }) => own.to),
      },
    };
  });
}

/** What a member of each type may default to. */
const defaults: Readonly<Record<string, JsonValue>> = {
  string: "a",
  integer: 5,
  boolean: true,
  object: {},
};

function withDefaults(members: Members): Members {
  return Object.fromEntries(
    Object.entries(members).map(([name, schema]) => {
      const { type, enum: words, required, minProperties } = schema;
      // A default must be valid itself.
      if (required !== undefined || minProperties !== undefined) return [name, schema];
      const [word] = isArray(words) ? words : [];
      const value = word ?? (typeof type === "string" ? defaults[type] : undefined);
      return [name, value === undefined ? schema : { ...schema, default: value }];
    }),
  );
}

/** The schema of the map that holds a part's members in one version. */
function mapOf(part: Part, side: Side): JsonObject {
  const required = part.required?.[side] ?? [];
  return { type: "object", properties: part[side], ...(required.length > 0 && { required }) };
}

const inner = partOf(leaf, 2);
const middle = partOf(fc.oneof({ weight: 2, arbitrary: leaf }, nested(inner)), 2);
const whole = partOf(
  fc.oneof(
    { weight: 6, arbitrary: leaf },
    { weight: 3, arbitrary: nested(middle) },
    { weight: 1, arbitrary: freed(inner) },
  ),
  3,
);

/** The specs of two versions, and rules of any ops between them. */
export type RandomKind = Part;

/** Specs with any schemas, and rules that cover them. The compiler may refuse some of the rules, or require entries of `accept`. */
export const randomKind: fc.Arbitrary<RandomKind> = whole;

const modified = withAbsence(leaf);

/**
 * Kinds in which any rule may have `fill` or `omit`, except a rule that contains such a rule: the values of both may contradict
 * each other, so that laws would be broken.
 */
export const randomKindWithAbsence: fc.Arbitrary<RandomKind> = partOf(
  fc.oneof(
    modified,
    nested(partOf(modified, 2)),
    withAbsence(nested(middle)),
    withAbsence(freed(inner)),
  ),
  3,
);

/** Declares the kind Gadget of versions v1 and v2. */
export function declared(spec: RandomKind, accept: readonly AcceptEntry[] = []): Kind {
  const { rules } = spec;
  return defineKind({
    crd: {
      group: "example.org",
      kind: "Gadget",
      plural: "gadgets",
      scope: "Namespaced",
      versions: [versionOf("v1", mapOf(spec, "from")), versionOf("v2", mapOf(spec, "to"))],
    },
    lenses: [
      { from: "v1", to: "v2", accept, rules: [{ op: "at", from: "spec", to: "spec", rules }] },
    ],
    tools: { yaml: yamlText },
  });
}

function versionOf(name: string, spec: JsonObject) {
  const schema: JsonObject = { type: "object", properties: { spec } };
  return { name, served: true, storage: name === "v2", schema };
}
