import {
  isArray,
  isObject,
  type JsonArray,
  type JsonObject,
  type JsonValue,
} from "../json/value.ts";
import { drawnPathText } from "./draw/path-text.ts";

/**
 * One edit of a body. `at` is a path: members by name, items by index. An insert shifts the item at its index and all later
 * ones. A swap exchanges the item with the next one.
 */
export type BodyEdit =
  | { readonly what: "set" | "insert"; readonly at: EditPath; readonly value: JsonValue }
  | { readonly what: "delete" | "swap"; readonly at: EditPath };

type EditPath = readonly (string | number)[];

/** An edit as text: `delete spec.receivers[0].name`. */
export function editText({ what, at }: BodyEdit): string {
  return `${what} ${drawnPathText(at)}`;
}

/** A copy of the body after an edit; undefined if the edit's path does not exist, or an `insert` names an existing member. */
export function applyEdit(body: JsonObject, edit: BodyEdit): JsonObject | undefined {
  const edited = editedAt(body, edit.at, edit);
  return edited !== undefined && isObject(edited) ? edited : undefined;
}

/** The body after all edits, in order; undefined if {@link applyEdit} returns undefined for one of them. */
export function applyEdits(body: JsonObject, edits: readonly BodyEdit[]): JsonObject | undefined {
  let edited: JsonObject | undefined = body;
  for (const edit of edits) {
    if (edited === undefined) return undefined;
    edited = applyEdit(edited, edit);
  }
  return edited;
}

function editedAt(value: JsonValue, at: EditPath, edit: BodyEdit): JsonValue | undefined {
  const [step, ...rest] = at;
  if (isArray(value) && typeof step === "number") {
    if (rest.length === 0) return editedList(value, step, edit);
    const item = value[step];
    const edited = item === undefined ? undefined : editedAt(item, rest, edit);
    return edited === undefined ? undefined : value.with(step, edited);
  }
  if (!isObject(value) || typeof step !== "string") return undefined;
  if (rest.length === 0) return editedMap(value, step, edit);
  const child = Object.hasOwn(value, step) ? value[step] : undefined;
  const edited = child === undefined ? undefined : editedAt(child, rest, edit);
  return edited === undefined ? undefined : { ...value, [step]: edited };
}

function editedList(list: JsonArray, index: number, edit: BodyEdit): JsonArray | undefined {
  if (edit.what === "insert") {
    return index > list.length ? undefined : list.toSpliced(index, 0, edit.value);
  }
  const [item, next] = [list[index], list[index + 1]];
  if (item === undefined) return undefined;
  if (edit.what === "set") return list.with(index, edit.value);
  if (edit.what === "delete") return list.toSpliced(index, 1);
  return next === undefined ? undefined : list.with(index, next).with(index + 1, item);
}

function editedMap(map: JsonObject, name: string, edit: BodyEdit): JsonObject | undefined {
  if (Object.hasOwn(map, name) === (edit.what === "insert")) return undefined;
  switch (edit.what) {
    case "set":
    case "insert":
      return { ...map, [name]: edit.value };
    case "delete":
      return Object.fromEntries(Object.entries(map).filter(([key]) => key !== name));
    case "swap":
      return undefined;
  }
}
