import fc from "fast-check";
import { isArray, isObject, type JsonValue } from "../../lib/json/value.ts";
import { json, key } from "./arbitraries.ts";

/** One change of a JSON value: `walk` has a random step for each level, `how` says what is done to the value found. */
interface Mutation {
  readonly walk: readonly number[];
  readonly how: "replace" | "remove" | "add" | "repeat";
  readonly name: string;
  readonly value: JsonValue;
}

const mutation: fc.Arbitrary<Mutation> = fc.record({
  walk: fc.array(fc.nat({ max: 30 }), { maxLength: 8 }),
  how: fc.constantFrom("replace", "remove", "add", "repeat"),
  name: key,
  value: json,
});

/** A value with one to four changes, at any depth. */
export function mutated(value: fc.Arbitrary<JsonValue>): fc.Arbitrary<JsonValue> {
  return fc
    .tuple(value, fc.array(mutation, { minLength: 1, maxLength: 4 }))
    .map(([original, mutations]) =>
      mutations.reduce((current, it) => mutate(current, it, it.walk) ?? null, original),
    );
}

/** The value with a change; undefined if the change removes the value itself. */
function mutate(
  value: JsonValue,
  change: Mutation,
  [step, ...walk]: readonly number[],
): JsonValue | undefined {
  if (isArray(value) && value.length > 0 && step !== undefined) {
    const at = step % value.length;
    return value.flatMap((item, index) => {
      const kept = index === at ? mutate(item, change, walk) : item;
      return kept === undefined ? [] : [kept];
    });
  }
  if (isObject(value) && Object.keys(value).length > 0 && step !== undefined) {
    const at = step % Object.keys(value).length;
    const entries = Object.entries(value).flatMap(([name, item], index) => {
      const kept = index === at ? mutate(item, change, walk) : item;
      return kept === undefined ? [] : [[name, kept] as const];
    });
    return Object.fromEntries(entries);
  }
  return changed(value, change);
}

function changed(value: JsonValue, change: Mutation): JsonValue | undefined {
  switch (change.how) {
    case "remove":
      return undefined;
    case "add":
      if (isObject(value)) return { ...value, [change.name]: change.value };
      return isArray(value) ? [...value, change.value] : change.value;
    case "repeat":
      return [value, value];
    case "replace":
      return change.value;
  }
}
