import type { Side } from "../../converter/side.ts";
import { structuralForm } from "../../schema/structural/form.ts";
import type { LensData } from "../language/rule.ts";
import type { SchemaNode } from "../language/schema-node.ts";
import { type KeySchema, keySchemaOf } from "../place/key-schema.ts";
import { scopeLens } from "../place/scope-lens.ts";
import type { ScopedLens } from "../place/scoped-lens.ts";
import type { LensKind } from "../run/engine.ts";

/** A lens, with what its explanation needs of the schemas. */
export interface ResolvedLens {
  readonly group: string;
  readonly lens: ScopedLens;
  readonly sides: Readonly<Record<Side, ResolvedSide>>;
}

interface ResolvedSide {
  readonly version: string;
  readonly schema: SchemaNode;
  readonly keySchema: KeySchema;
}

/** Resolves a lens for explanations. A version without a schema allows every path. */
export function resolvedLens({ group, schemaOf }: LensKind, data: LensData): ResolvedLens {
  const lens = scopeLens(data);
  const side = (name: Side): ResolvedSide => {
    const version = data[name];
    const declared = schemaOf(version);
    const schema: SchemaNode = declared === undefined ? "free" : structuralForm(declared);
    return { version, schema, keySchema: keySchemaOf(lens, name, schema) };
  };
  return { group, lens, sides: { from: side("from"), to: side("to") } };
}
