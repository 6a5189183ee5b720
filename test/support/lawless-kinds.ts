import type { Converter } from "../../lib/converter/converter.ts";
import type { VersionEdge } from "../../lib/converter/convertible-kind.ts";
import type { CrdVersion } from "../../lib/crd/crd-facts.ts";
import { equal } from "../../lib/json/equal.ts";
import { parse } from "../../lib/json/parse.ts";
import { err, ok } from "../../lib/json/result.ts";
import { isObject, type JsonObject, member } from "../../lib/json/value.ts";
import { stringify } from "../../lib/json/write.ts";
import { defineKind, type Kind } from "../../lib/kind/kind.ts";
import type { LawName } from "../../lib/verify/laws/law.ts";
import { asItIs } from "./faulty-kinds.ts";

/** A kind whose conversion surely breaks the first of the laws in `breaks`, and breaks the others for some objects. */
export interface Lawless {
  readonly breaks: readonly [LawName, ...LawName[]];
  readonly how: string;
  readonly kind: Kind;
}

const fields: JsonObject = {
  name: { type: "string", maxLength: 8 },
  size: { type: "integer", minimum: 0, maximum: 9 },
  count: { type: "integer", minimum: 0, maximum: 9 },
  note: { type: "string", maxLength: 8 },
  mode: { type: "string", enum: ["fast", "slow", "odd"] },
  tags: { type: "array", items: { type: "string", maxLength: 3 }, maxItems: 3 },
  deep: nested("deeper", nested("deepest", { type: "integer", minimum: 0 })),
};

function nested(name: string, schema: JsonObject): JsonObject {
  return { type: "object", properties: { [name]: schema } };
}

function version(name: string, own: JsonObject = {}, rest: Partial<CrdVersion> = {}): CrdVersion {
  return {
    name,
    served: true,
    storage: name === "v1",
    schema: {
      type: "object",
      required: ["spec"],
      properties: {
        spec: { type: "object", required: ["name"], properties: { ...fields, ...own } },
      },
    },
    ...rest,
  };
}

interface Parts {
  readonly versions?: readonly CrdVersion[];
  readonly forward?: Converter;
  readonly backward?: Converter;
  readonly edges?: readonly VersionEdge[];
}

/** A kind of v1 and v2. What is left out is such that no law is broken: equal schemas, and conversions that change nothing. */
export function lawAbiding({
  versions = [version("v1"), version("v2")],
  forward = asItIs,
  backward = asItIs,
  edges = [{ from: "v1", to: "v2", forward, backward }],
}: Parts = {}): Kind {
  const crd = { group: "example.org", kind: "Gadget", plural: "gadgets", scope: "Namespaced" };
  return defineKind({ crd: { ...crd, versions }, edges });
}

function onSpec(change: (spec: JsonObject) => JsonObject): Converter {
  return ({ body }) => {
    const spec = member(body, "spec");
    return ok({ body: isObject(spec) ? { ...body, spec: change(spec) } : body });
  };
}

function without(object: JsonObject, name: string): JsonObject {
  const { [name]: _, ...rest } = object;
  return rest;
}

const throwsOnText: Converter = ({ body }) => {
  if (typeof member(body, "spec") === "string") throw new TypeError("spec is not a map");
  return ok({ body });
};

const writesToInput: Converter = ({ body }) => {
  const spec = member(body, "spec");
  const copy = isObject(spec) ? { ...body, spec: { ...spec } } : body;
  if (isObject(spec)) Reflect.deleteProperty(spec, "note");
  return ok({ body: copy });
};

function alternates(): Converter {
  let isEven = false;
  return onSpec((spec) => {
    isEven = !isEven;
    const entries = Object.entries(spec);
    return Object.fromEntries(isEven ? entries : entries.reverse());
  });
}

const losesTheLoneZero = onSpec((spec) =>
  stringify(spec) === '{"deep":{"deeper":{"deepest":0}}}' ? {} : spec,
);

const losesNoteWithoutMode = onSpec((spec) =>
  spec["mode"] === undefined && spec["size"] !== undefined ? without(spec, "note") : spec,
);

const defaultMode = { mode: { type: "string", enum: ["fast", "slow", "odd"], default: "fast" } };

/** A member of spec that only v1 has, and the annotations of the conversions that preserve it. */
const old = { old: { type: "string", maxLength: 8 } };
const oldKey = "example.org/kept.v1.old";
const staleKey = "example.org/stale";

/** Preserves `old` for v1 in an annotation, together with the rest of the spec. */
const keepsOld: Converter = ({ body, annotations }) => {
  const spec = member(body, "spec");
  const value = isObject(spec) ? member(spec, "old") : undefined;
  if (!isObject(spec) || value === undefined) return ok({ body });
  const rest = { ...body, spec: without(spec, "old") };
  return ok({ body: rest, annotations: { ...annotations, [oldKey]: stringify(spec) } });
};

/** Takes the preserved spec out of its annotation, and merges it into the spec by `merge`. */
function restoresOld(merge: (spec: JsonObject, kept: JsonObject) => JsonObject): Converter {
  return ({ body, annotations }) => {
    const { [oldKey]: text, ...rest } = annotations;
    const parsed = parse(text ?? "");
    const [spec, kept] = [member(body, "spec"), parsed.ok ? parsed.value : undefined];
    if (!isObject(spec) || !isObject(kept)) return ok({ body, annotations: rest });
    return ok({ body: { ...body, spec: merge(spec, kept) }, annotations: rest });
  };
}

function withOld(spec: JsonObject, kept: JsonObject): JsonObject {
  return { ...spec, old: kept["old"] ?? null };
}

/** Restores `old`, but drops the note if the server filled in the mode in the other version. */
const takesOutTooMuch = restoresOld((spec, kept) => {
  const restored = withOld(spec, kept);
  const isFilled = !Object.hasOwn(kept, "mode") && spec["mode"] === "fast";
  return isFilled && spec["note"] === kept["note"] ? without(restored, "note") : restored;
});

const restoresSize = restoresOld((spec, kept) => ({
  ...withOld(spec, kept),
  ...(kept["size"] !== undefined && { size: kept["size"] }),
}));

/** Restores `old`, and adds an annotation if the size was edited at the other version. */
const marksEdits: Converter = (source, growth) => {
  const restored = restoresOld(withOld)(source, growth);
  const kept = parse(source.annotations[oldKey] ?? "");
  const spec = member(source.body, "spec");
  if (!restored.ok || !kept.ok || !isObject(kept.value) || !isObject(spec)) return restored;
  if (equal(kept.value["size"], spec["size"])) return restored;
  const { annotations = {}, ...rest } = restored.value;
  return ok({ ...rest, annotations: { ...annotations, [staleKey]: "x" } });
};

/** Preserves `old`, and makes the annotation of {@link marksEdits} longer with each conversion. */
const growsMarks: Converter = (source, growth) => {
  const kept = keepsOld(source, growth);
  const mark = source.annotations[staleKey];
  if (!kept.ok || mark === undefined) return kept;
  const { annotations = source.annotations, ...rest } = kept.value;
  return ok({ ...rest, annotations: { ...annotations, [staleKey]: `${mark}x` } });
};

const wantsName: Converter = ({ body }) => {
  const spec = member(body, "spec");
  const lacks = isObject(spec) && !Object.hasOwn(spec, "name");
  return lacks
    ? err({ code: "ValueRefused", path: "spec.name", message: "is required" })
    : ok({ body });
};

const swaps = onSpec((spec) => {
  const { size, count, ...rest } = spec;
  return {
    ...rest,
    ...(count !== undefined && { size: count }),
    ...(size !== undefined && { count: size }),
  };
});

const scale = { specReplicasPath: ".spec.size", statusReplicasPath: ".status.size" };

/** For each law a kind that surely breaks it, and breaks as few others as possible. */
export const lawless: readonly Lawless[] = [
  {
    breaks: ["examples"],
    how: "does not convert an example to its other object",
    kind: {
      ...lawAbiding(),
      examples: [
        {
          objects: { v1: { spec: { name: "a" } }, v2: { spec: { name: "b" } } },
        },
      ],
    },
  },
  {
    breaks: ["no-crash"],
    how: "throws where spec is a text",
    kind: lawAbiding({ forward: throwsOnText }),
  },
  {
    breaks: ["input-untouched"],
    how: "takes a member out of its input",
    kind: lawAbiding({ forward: writesToInput }),
  },
  {
    breaks: ["deterministic"],
    how: "writes members in another order each time",
    kind: lawAbiding({ forward: alternates() }),
  },
  {
    breaks: ["small-scope"],
    how: "loses a zero without other members",
    kind: lawAbiding({ backward: losesTheLoneZero }),
  },
  {
    breaks: ["round-trip", "edits-survive", "settles", "fragments"],
    how: "loses the note of an object with a size and without a mode, which the server always sets",
    kind: lawAbiding({
      versions: [version("v1"), version("v2", defaultMode)],
      backward: losesNoteWithoutMode,
    }),
  },
  {
    breaks: ["server-in-between", "edits-survive", "settles"],
    how: "takes a default that the server set for a reason to drop the note",
    kind: lawAbiding({
      versions: [version("v1", old), version("v2", defaultMode)],
      forward: keepsOld,
      backward: takesOutTooMuch,
    }),
  },
  {
    breaks: ["edits-survive", "settles"],
    how: "overwrites the user's size with the preserved one",
    kind: lawAbiding({
      versions: [version("v1", old), version("v2")],
      forward: keepsOld,
      backward: restoresSize,
    }),
  },
  {
    breaks: ["settles"],
    how: "lets an annotation grow with each conversion once the object was edited",
    kind: lawAbiding({
      versions: [version("v1", old), version("v2")],
      forward: growsMarks,
      backward: marksEdits,
    }),
  },
  {
    breaks: ["fragments"],
    how: "declines what has no name",
    kind: lawAbiding({ forward: wantsName, backward: wantsName }),
  },
  {
    breaks: ["valid-result"],
    how: "passes on a word that the other version does not list",
    kind: lawAbiding({
      versions: [
        version("v1"),
        version("v2", { mode: { type: "string", enum: ["fast", "slow"] } }),
      ],
    }),
  },
  {
    breaks: ["path-independence"],
    how: "swaps two numbers on one of two ways",
    kind: lawAbiding({
      versions: [version("v1"), version("v2"), version("v3")],
      edges: [
        { from: "v1", to: "v2", forward: swaps, backward: swaps },
        { from: "v2", to: "v3", forward: asItIs, backward: asItIs },
        { from: "v1", to: "v3", forward: asItIs, backward: asItIs },
      ],
    }),
  },
  {
    breaks: ["scale"],
    how: "moves the replicas away from where the scale reads them",
    kind: lawAbiding({
      versions: [version("v1", {}, { scale }), version("v2", {}, { scale })],
      forward: swaps,
      backward: swaps,
    }),
  },
];
