import { equal } from "../../json/equal.ts";
import { textsIn } from "../../json/members.ts";
import { isArray, type JsonObject, type JsonValue, member } from "../../json/value.ts";
import { stringify } from "../../json/write.ts";

/** An incompatible change of one property. `check`: crdify's name for the check that finds it. */
export interface PropertyChange {
  readonly check: string;
  readonly text: string;
  /** For the check `required`: the name of the property's member that is now required. */
  readonly member?: string;
}

/** Compares one or several keywords of the older and the newer schema of a property. */
type PropertyCheck = (older: JsonObject, newer: JsonObject) => readonly PropertyChange[];

/** Keywords whose smaller value is stricter. */
const maxima = ["maximum", "maxItems", "maxLength", "maxProperties"];
/** Keywords whose larger value is stricter. */
const minima = ["minimum", "minItems", "minLength", "minProperties"];

const checks: readonly PropertyCheck[] = [
  reportsAnyChange("type"),
  enumChanges,
  reportsAnyChange("default"),
  requiredChanges,
  ...maxima.map((keyword) => limitChanges(keyword, (older, newer) => newer < older)),
  ...minima.map((keyword) => limitChanges(keyword, (older, newer) => newer > older)),
  reportsAnyChange("pattern"),
  nullableChanges,
  reportsAnyChange("description"),
  otherChanges,
];

/** Keywords with a check of their own. {@link otherChanges} compares all other keywords. */
const compared = new Set([
  ...["type", "enum", "default", "required", "pattern", "nullable", "description"],
  ...maxima,
  ...minima,
]);

/** The names of all checks. */
export const checkNames: readonly string[] = [
  ...["scope", "existingFieldRemoval", "storedVersionRemoval", "servedVersionRemoval"],
  ...compared,
  "unhandled",
];

/** All incompatible changes from the older schema of a property to the newer one. */
export function propertyChanges(older: JsonObject, newer: JsonObject): readonly PropertyChange[] {
  return checks.flatMap((check) => check(older, newer));
}

/** A check that reports every change of a keyword, because any change may break clients. */
function reportsAnyChange(keyword: string): PropertyCheck {
  return (older, newer) => {
    const [before, after] = [member(older, keyword), member(newer, keyword)];
    if (equal(before, after)) return [];
    return [{ check: keyword, text: changeText(keyword, before, after) }];
  };
}

function changeText(
  keyword: string,
  before: JsonValue | undefined,
  after: JsonValue | undefined,
): string {
  if (after === undefined) return `${keyword} ${stringify(before ?? null)} removed`;
  if (before === undefined) return `${keyword} ${stringify(after)} added`;
  return `${keyword} changed from ${stringify(before)} to ${stringify(after)}`;
}

function limitChanges(
  keyword: string,
  isStricter: (older: number, newer: number) => boolean,
): PropertyCheck {
  return (older, newer) => {
    const [before, after] = [member(older, keyword), member(newer, keyword)];
    if (after === undefined) return [];
    if (before !== undefined && !isStricter(Number(before), Number(after))) return [];
    return [{ check: keyword, text: changeText(keyword, before, after) }];
  };
}

function enumChanges(older: JsonObject, newer: JsonObject): readonly PropertyChange[] {
  const [before, after] = [enumOf(older), enumOf(newer)];
  const removed = before.filter((value) => !after.includes(value));
  const added = after.filter((value) => !before.includes(value));
  const found: PropertyChange[] = [];
  if (before.length === 0 && after.length > 0)
    return [{ check: "enum", text: `enum [${after.join(", ")}] added` }];
  if (removed.length > 0)
    found.push({ check: "enum", text: `values of enum removed: ${removed.join(", ")}` });
  if (added.length > 0)
    found.push({ check: "enum", text: `values of enum added: ${added.join(", ")}` });
  return found;
}

function enumOf(schema: JsonObject): readonly string[] {
  const values = member(schema, "enum");
  return isArray(values) ? values.map((value) => stringify(value)) : [];
}

function requiredChanges(older: JsonObject, newer: JsonObject): readonly PropertyChange[] {
  const before = textsIn(member(older, "required"));
  return textsIn(member(newer, "required"))
    .filter((name) => !before.includes(name))
    .map((name) => ({ check: "required", text: `${name} is now required`, member: name }));
}

function nullableChanges(older: JsonObject, newer: JsonObject): readonly PropertyChange[] {
  const [before, after] = [older, newer].map((each) => member(each, "nullable") === true);
  if (before === after) return [];
  return [{ check: "nullable", text: after ? "null is now allowed" : "null is no longer allowed" }];
}

/** Changes of keywords without a check of their own. A person must decide whether such a change breaks clients. */
function otherChanges(older: JsonObject, newer: JsonObject): readonly PropertyChange[] {
  const keywords = [...new Set([...Object.keys(older), ...Object.keys(newer)])].filter(
    (keyword) => !compared.has(keyword),
  );
  return keywords
    .filter((keyword) => !equal(member(older, keyword), member(newer, keyword)))
    .map((keyword) => ({ check: "unhandled", text: `${keyword} changed` }));
}
