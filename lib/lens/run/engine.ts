import { otherSide, type Side } from "../../converter/side.ts";
import type { JsonObject } from "../../json/value.ts";
import { structuralForm } from "../../schema/structural/form.ts";
import { InvalidLens } from "../language/invalid-lens.ts";
import { withMetadataNode } from "../language/metadata-node.ts";
import { pathText } from "../language/path.ts";
import type { LensData } from "../language/rule.ts";
import type { SchemaNode, SchemaPair } from "../language/schema-node.ts";
import type { ConvertValue } from "../ops/codec.ts";
import { expandedLens } from "../ops/macros.ts";
import { metadataFaults, namedMetadata, objectReadFaults } from "../place/metadata-paths.ts";
import { scopeLens } from "../place/scope-lens.ts";
import type { ScopedLens } from "../place/scoped-lens.ts";
import type { LensTools } from "./compilation.ts";
import { type CompiledLens, compileLens } from "./compile.ts";

/** What a lens needs to know about its kind. */
export interface LensKind {
  readonly group: string;
  /** The schema of a version, as the CRD has it. Undefined if it is not known: any field is then allowed. */
  readonly schemaOf: (version: string) => JsonObject | undefined;
  /** The name of the kind, which CEL rules can read. */
  readonly kind?: string;
  /** All versions of the kind. If left out, every version that an annotation names counts as one of them. */
  readonly versions?: readonly string[];
}

/** A compiled lens between two versions. The pass of a direction is compiled at its first use. */
export interface LensEngine {
  readonly kind: LensKind;
  readonly group: string;
  readonly lens: ScopedLens;
  readonly tools: LensTools;
  readonly sides: Readonly<Record<Side, LensSide>>;
  readonly compiled: CompiledLens;
  /** True if a rule reads or writes metadata of the object, or a fill reads a label or an annotation. */
  readonly usesMetadata: boolean;
}

/** One version of a lens, and its schema. */
export interface LensSide {
  readonly version: string;
  readonly schema: SchemaNode;
  /** The schema as the CRD has it; undefined if it is not known. */
  readonly declared: JsonObject | undefined;
}

/** Compiles a lens. Throws an {@link InvalidLens} that lists all faults of the rules' paths. */
export function lensEngine(kind: LensKind, written: LensData, tools: LensTools = {}): LensEngine {
  const data = expandedLens(written, () => schemasOf(kind, written));
  const lens = scopeLens(data);
  const metadata = lens.root.rules
    .flatMap((rule) => metadataFaults(rule, kind.group))
    .concat(objectReadFaults(data, kind.group))
    .map(({ path, message }) => ({ code: "E121", path: pathText(path), message }));
  const faults = [...lens.faults, ...metadata];
  if (faults.length > 0) {
    const texts = faults.map(({ code, path, message }) => `- ${code} ${path} ${message}`);
    throw new InvalidLens(
      `the lens from ${data.from} to ${data.to} has invalid paths:\n${texts.join("\n")}`,
    );
  }
  const side = (name: Side): LensSide => {
    const version = data[name];
    const declared = kind.schemaOf(version);
    return { version, schema: schemaNode(declared), declared };
  };
  const sides = { from: side("from"), to: side("to") };
  const schemas = { from: sides.from.schema, to: sides.to.schema };
  return {
    kind,
    group: kind.group,
    lens,
    tools,
    sides,
    compiled: compileLens(
      lens,
      schemas,
      { from: sides.from.declared, to: sides.to.declared },
      tools,
    ),
    usesMetadata: namedMetadata(lens).length > 0,
  };
}

/** The schemas of a lens's two versions. */
export function schemasOf({ schemaOf }: LensKind, { from, to }: LensData): SchemaPair {
  return { from: schemaNode(schemaOf(from)), to: schemaNode(schemaOf(to)) };
}

function schemaNode(schema: JsonObject | undefined): SchemaNode {
  return schema === undefined ? "free" : withMetadataNode(structuralForm(schema));
}

/** One direction of a lens, from its source to its target. */
export interface LensDirection {
  readonly engine: LensEngine;
  readonly source: LensSide;
  readonly target: LensSide;
  readonly targetName: Side;
  /** Converts an object from the source version to the target version. */
  readonly translate: ConvertValue;
  /** Converts an object of the target version back to the source version. */
  readonly retranslate: ConvertValue;
}

/** The direction of a lens that starts at a side. */
export function directionOf(engine: LensEngine, from: Side): LensDirection {
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
