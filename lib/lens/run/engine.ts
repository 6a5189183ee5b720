import { type Stash, stashFor } from "../../converter/stash/stash.ts";
import type { JsonObject } from "../../json/value.ts";
import { structuralForm } from "../../schema/structural/form.ts";
import type { KeyPath } from "../language/path.ts";
import type { LensData } from "../language/rule.ts";
import type { SchemaNode } from "../language/schema-node.ts";
import { otherSide, type Side } from "../language/side.ts";
import type { One } from "../ops/codec.ts";
import { isUnlawful } from "../ops/unlawful.ts";
import { usesCompanions } from "../place/companion-rules.ts";
import { type KeySchema, keySchemaOf } from "../place/key-schema.ts";
import { scopeLens } from "../place/scope-lens.ts";
import type { ScopedLens, ScopeRule } from "../place/scoped-lens.ts";
import type { LensTools } from "./compilation.ts";
import { type CompiledLens, compileLens } from "./compile.ts";
import { type DropPass, dropPass } from "./drops.ts";

/** A kind's group and the schemas of its versions, as far as a lens needs them. */
export interface LensKind {
  readonly group: string;
  /** A version whose schema is not known: anything may stand in it. */
  readonly schemaOf: (version: string) => JsonObject | undefined;
  /** Its name, for rules (`x-kubernetes-validations`) that ask for it. */
  readonly kind?: string;
  /** All its versions; left out, every version that an annotation names is taken for one of them. */
  readonly versions?: readonly string[];
}

/** A lens between two versions, made ready: what it needs of the schemas is laid out at its first use. */
export interface LensEngine {
  readonly kind: LensKind;
  readonly group: string;
  readonly lens: ScopedLens;
  readonly sides: Readonly<Record<Side, LensSide>>;
  readonly compiled: CompiledLens;
  /** Some rule names a label or an annotation. */
  readonly usesMetadata: boolean;
  /** The labels and annotations that rules name, by side. */
  readonly metadataOf: Readonly<Record<Side, readonly KeyPath[]>>;
  /** No rule may say the same of what is not the same. */
  readonly isLawful: boolean;
  /** Some kept values count only beside another. */
  readonly hasCompanions: boolean;
}

export interface LensSide {
  readonly version: string;
  readonly schema: SchemaNode;
  /** What validates its objects; undefined for a version whose schema is not known. */
  readonly declared: JsonObject | undefined;
  readonly keySchema: KeySchema;
  readonly stash: Stash;
  readonly withoutDrops: DropPass | undefined;
}

/** Makes a lens ready. Throws TypeError with every fault where its rules cannot be placed. */
export function lensEngine(kind: LensKind, data: LensData, tools: LensTools = {}): LensEngine {
  const lens = scopeLens(data);
  if (lens.faults.length > 0) {
    const texts = lens.faults.map(({ code, path, message }) => `- ${code} ${path} ${message}`);
    throw new TypeError(`the lens from ${data.from} to ${data.to} is broken:\n${texts.join("\n")}`);
  }
  const side = (name: Side): LensSide => {
    const version = data[name];
    const declared = kind.schemaOf(version);
    const schema = schemaNode(declared);
    return {
      version,
      schema,
      declared,
      keySchema: keySchemaOf(lens, name, schema),
      stash: stashFor(kind.group, version, {
        packed: data.stash === "packed",
        codec: tools.codec,
      }),
      withoutDrops: dropPass(lens, name),
    };
  };
  const sides = { from: side("from"), to: side("to") };
  const schemas = { from: sides.from.schema, to: sides.to.schema };
  return {
    kind,
    group: kind.group,
    lens,
    sides,
    compiled: compileLens(lens, schemas, tools),
    usesMetadata: lens.root.rules.some(namesMetadata),
    metadataOf: { from: metadataPaths(lens, "from"), to: metadataPaths(lens, "to") },
    hasCompanions: usesCompanions(lens),
    isLawful: isLawful(data),
  };
}

function isLawful({ rules, lenses = {} }: LensData): boolean {
  return [rules, ...Object.values(lenses)].every((each) =>
    each.every((rule) => !isUnlawful(rule, lenses)),
  );
}

function metadataPaths({ root }: ScopedLens, side: Side): readonly KeyPath[] {
  return root.rules.flatMap((rule) => rule[side]).filter(([key]) => key === "metadata");
}

function namesMetadata({ from, to, reads }: ScopeRule): boolean {
  return [...from, ...to, ...reads.from, ...reads.to].some(([key]) => key === "metadata");
}

function schemaNode(schema: JsonObject | undefined): SchemaNode {
  return schema === undefined ? "free" : structuralForm(schema);
}

/** One direction, at work. */
export interface Direction {
  readonly engine: LensEngine;
  readonly source: LensSide;
  readonly target: LensSide;
  readonly targetName: Side;
  readonly translate: One;
  readonly retranslate: One;
}

export function directionOf(engine: LensEngine, from: Side): Direction {
  const { forward, backward } = engine.compiled;
  const targetName = otherSide(from);
  return {
    engine,
    source: engine.sides[from],
    target: engine.sides[targetName],
    targetName,
    translate: from === "from" ? forward : backward,
    retranslate: from === "from" ? backward : forward,
  };
}
