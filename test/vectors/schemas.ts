import { type JsonObject, member } from "../../lib/json/value.ts";
import { parseStructural } from "../../lib/schema/structural/parse.ts";
import type { Structural } from "../../lib/schema/structural/structural.ts";

/** The structural form of a vector's schema, undefined for a null schema. */
export function structuralOf(vector: JsonObject): Structural | undefined {
  const schema = member(vector, "schema") ?? null;
  return schema === null ? undefined : parseStructural(schema).structural;
}
