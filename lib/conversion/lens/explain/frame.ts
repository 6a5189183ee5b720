import { structuralForm } from "../../../schema/structural/form.ts";
import type { LensKind } from "../engine.ts";
import type { Side } from "../placed.ts";
import type { LensData } from "../rule.ts";
import type { SchemaNode } from "../schema-node.ts";
import { scopeLens } from "../scope.ts";
import type { ScopedLens } from "../scoped.ts";
import { type Shape, shapeOf } from "../shape.ts";

/** A lens with what its explanation needs of the schemas; it runs nothing. */
export interface LensFrame {
  readonly group: string;
  readonly lens: ScopedLens;
  readonly sides: Readonly<Record<Side, FramedSide>>;
}

interface FramedSide {
  readonly version: string;
  readonly schema: SchemaNode;
  readonly shape: Shape;
}

export function lensFrame({ group, schemaOf }: LensKind, data: LensData): LensFrame {
  const lens = scopeLens(data);
  const side = (name: Side): FramedSide => {
    const version = data[name];
    const declared = schemaOf(version);
    const schema: SchemaNode = declared === undefined ? "free" : structuralForm(declared);
    return { version, schema, shape: shapeOf(lens, name, schema) };
  };
  return { group, lens, sides: { from: side("from"), to: side("to") } };
}
