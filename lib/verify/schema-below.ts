import type { Structural } from "../schema/structural/structural.ts";

/** The schema of a member: the one declared for it, or that of additionalProperties; undefined where there is none. */
export function memberSchema(schema: Structural | undefined, name: string): Structural | undefined {
  const declared = schema?.properties?.get(name);
  if (declared !== undefined) return declared;
  const others = schema?.additionalProperties;
  return typeof others === "object" ? others : undefined;
}
