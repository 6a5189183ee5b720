import { equal } from "../json/equal.ts";
import {
  isArray,
  isObject,
  type JsonArray,
  type JsonObject,
  type JsonValue,
} from "../json/value.ts";
import type { Structural } from "../schema/structural/structural.ts";
import { applyEdit, type BodyEdit } from "./apply-edit.ts";
import type { DrawState } from "./draw/draw.ts";
import { drawName, freeValue } from "./draw/free-json.ts";
import { smallerValues } from "./draw/smaller.ts";
import { valueDraw } from "./draw/value-draw.ts";
import { memberSchema } from "./schema-below.ts";

/** Edits, and the body after they are applied in order. */
interface EditedBody {
  readonly body: JsonObject;
  readonly edits: readonly BodyEdit[];
}

/**
 * The most attempts to draw an edit that changes the body. The number is a choice: at most four edits are wanted, and most
 * attempts change something.
 */
const maxTries = 10;

/**
 * Draws edits that a user may make: another value set, a member deleted or added, an item inserted or removed, two neighbouring
 * items swapped. Three of four results have one edit, the others up to four. Each new value is valid at its path, but the whole
 * body may be invalid: a required member may be deleted.
 */
export function drawEdits(body: JsonObject, schema: Structural, draw: DrawState): EditedBody {
  const edits: BodyEdit[] = [];
  let edited = body;
  const wanted = draw.chance(0.75) ? 1 : draw.int(2, 4);
  for (let tries = 0; edits.length < wanted && tries < maxTries; tries++) {
    const edit = drawEdit(edited, schema, draw);
    const next = edit === undefined ? undefined : applyEdit(edited, edit);
    if (edit === undefined || next === undefined || equal(next, edited)) continue;
    edits.push(edit);
    edited = next;
  }
  return { body: edited, edits };
}

/** Smaller lists of edits: with one edit left out, or with a smaller value in one edit. */
export function* fewerEdits(edits: readonly BodyEdit[]): Iterable<readonly BodyEdit[]> {
  if (edits.length > 1) {
    for (let index = 0; index < edits.length; index++) yield edits.toSpliced(index, 1);
  }
  for (const [index, edit] of edits.entries()) {
    if (edit.what !== "set" && edit.what !== "insert") continue;
    for (const value of smallerValues(edit.value)) yield edits.with(index, { ...edit, value });
  }
}

/** A value in a body, with its path, and its schema if there is one. */
interface BodyValue {
  readonly at: readonly (string | number)[];
  readonly value: JsonValue;
  readonly schema: Structural | undefined;
}

/** Draws an edit of one value; undefined if none was found. */
export function drawEdit(
  body: JsonObject,
  schema: Structural,
  draw: DrawState,
): BodyEdit | undefined {
  const target = draw.pick([...valuesIn({ at: [], value: body, schema })]);
  if (target === undefined) return undefined;
  const { at, value } = target;
  const inside = isArray(value) ? drawListEdit(target, value, draw) : drawMapEdit(target, draw);
  if (inside !== undefined && (at.length === 0 || draw.chance(0.6))) return inside;
  if (at.length === 0) return undefined;
  return draw.chance(0.35) ? { what: "delete", at } : drawSet(target, draw);
}

function* valuesIn(target: BodyValue): Iterable<BodyValue> {
  yield target;
  const { at, value, schema } = target;
  if (isArray(value)) {
    for (const [index, item] of value.entries()) {
      yield* valuesIn({ at: [...at, index], value: item, schema: schema?.items });
    }
  } else if (isObject(value)) {
    for (const [name, each] of Object.entries(value)) {
      yield* valuesIn({ at: [...at, name], value: each, schema: memberSchema(schema, name) });
    }
  }
}

function drawListEdit(
  { at, schema }: BodyValue,
  list: JsonArray,
  draw: DrawState,
): BodyEdit | undefined {
  const last = list.length - 1;
  const choice = last < 0 ? 0 : draw.int(0, last < 1 ? 2 : 3);
  if (choice === 2) return { what: "delete", at: [...at, draw.int(0, last)] };
  if (choice === 3) return { what: "swap", at: [...at, draw.int(0, last - 1)] };
  const index = choice === 0 ? list.length : draw.int(0, list.length);
  return { what: "insert", at: [...at, index], value: drawValue(schema?.items, draw) };
}

function drawMapEdit({ at, value, schema }: BodyValue, draw: DrawState): BodyEdit | undefined {
  if (!isObject(value)) return undefined;
  const absent = [...(schema?.properties ?? [])].filter(([name]) => !Object.hasOwn(value, name));
  const [declared, member] = draw.pick(absent) ?? [];
  if (declared !== undefined) {
    return { what: "insert", at: [...at, declared], value: drawValue(member, draw) };
  }
  const isOpen = schema?.additionalProperties ?? schema?.x.preserveUnknownFields ?? true;
  const name = drawName(draw);
  if (isOpen === false || schema?.properties?.has(name) || Object.hasOwn(value, name)) return;
  return { what: "insert", at: [...at, name], value: drawValue(memberSchema(schema, name), draw) };
}

function drawSet({ at, value, schema }: BodyValue, draw: DrawState): BodyEdit | undefined {
  for (let tries = 0; tries < maxTries; tries++) {
    const other = drawValue(schema, draw);
    if (!equal(other, value)) return { what: "set", at, value: other };
  }
  return undefined;
}

function drawValue(schema: Structural | undefined, draw: DrawState): JsonValue {
  const value = schema === undefined ? undefined : valueDraw(schema)(draw, draw.int(0, 8));
  return value === undefined ? freeValue(draw) : value;
}
