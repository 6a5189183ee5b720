import { structuralForm } from "../../schema/structural/form.ts";
import type { LensData } from "../language/rule.ts";
import type { SchemaNode } from "../language/schema-node.ts";
import type { Side } from "../language/side.ts";
import { scopeLens } from "../place/scope.ts";
import type { ScopedLens } from "../place/scoped.ts";
import { type Shape, shapeOf } from "../place/shape.ts";
import type { LensKind } from "../run/engine.ts";

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
