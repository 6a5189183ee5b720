import type { Structural } from "../schema/structural/structural.ts";

/** The schema of a member: from `properties`, or else from `additionalProperties`; undefined if neither has one. */
export function memberSchema(schema: Structural | undefined, name: string): Structural | undefined {
  const declared = schema?.properties?.get(name);
  if (declared !== undefined) return declared;
  const others = schema?.additionalProperties;
  return typeof others === "object" ? others : undefined;
}
