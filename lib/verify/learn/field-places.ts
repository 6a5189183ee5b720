import { eachItem, eachValue, type Path, pathText } from "../../lens/language/path.ts";
import type { Structural } from "../../schema/structural/structural.ts";

/**
 * What a place holds. `leaf`: a scalar, an embedded resource, JSON without declared members, or a list or map of these; a leaf is
 * compared as a whole. `map`: a map with declared members. `list`: a list of such maps. `values`: a map whose values are such
 * maps.
 */
export type FieldForm = "leaf" | "map" | "list" | "values";

/** A place in the schema of a version's bodies. */
export interface FieldPlace {
  readonly path: Path;
  /** The path's text. */
  readonly text: string;
  readonly node: Structural;
  readonly form: FieldForm;
  readonly isRequired: boolean;
}

/** All places of a body's schema, parents first, by the texts of their paths. */
export function fieldPlaces(schema: Structural): ReadonlyMap<string, FieldPlace> {
  const places = new Map<string, FieldPlace>();
  addMembers(places, schema, []);
  return places;
}

/** The form of a place that has this schema. */
export function formOf({
  type,
  properties,
  items,
  additionalProperties,
  x,
}: Structural): FieldForm {
  if (x.embeddedResource) return "leaf";
  if (type === "array") return items !== undefined && isMap(items) ? "list" : "leaf";
  if (properties !== undefined) return "map";
  return typeof additionalProperties === "object" && isMap(additionalProperties)
    ? "values"
    : "leaf";
}

function isMap({ properties, x }: Structural): boolean {
  return properties !== undefined && !x.embeddedResource;
}

function addMembers(places: Map<string, FieldPlace>, schema: Structural, path: Path): void {
  for (const [name, node] of schema.properties ?? []) {
    const isRequired = schema.validation?.required?.includes(name) === true;
    addPlace(places, { node, path: [...path, name], isRequired });
  }
}

function addPlace(
  places: Map<string, FieldPlace>,
  { node, path, isRequired }: Pick<FieldPlace, "node" | "path" | "isRequired">,
): void {
  const [form, text] = [formOf(node), pathText(path)];
  places.set(text, { path, text, node, form, isRequired });
  const { items, additionalProperties: others } = node;
  if (form === "map") addMembers(places, node, path);
  if (form === "list" && items !== undefined) addMembers(places, items, [...path, eachItem]);
  if (form === "values" && typeof others === "object")
    addMembers(places, others, [...path, eachValue]);
}
