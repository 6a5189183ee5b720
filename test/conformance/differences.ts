import { isArray, isObject, type JsonValue, member } from "../../lib/json/value.ts";
import { exactText } from "./exact-text.ts";

/** Each path at which two values differ, with what is there and what should be; none where they are the same. */
export function differences(
  got: JsonValue | undefined,
  want: JsonValue | undefined,
  path = "",
): readonly string[] {
  const [is, should] = [textOf(got), textOf(want)];
  if (is === should) return [];
  if (isObject(got) && isObject(want)) {
    const keys = new Set([...Object.keys(got), ...Object.keys(want)]);
    return [...keys].flatMap((key) =>
      differences(member(got, key), member(want, key), path === "" ? key : `${path}.${key}`),
    );
  }
  if (isArray(got) && isArray(want) && got.length === want.length) {
    return got.flatMap((item, index) => differences(item, want[index], `${path}[${index}]`));
  }
  return [`${path} is ${shortly(is)}, not ${shortly(should)}`];
}

function textOf(value: JsonValue | undefined): string {
  return value === undefined ? "absent" : exactText(value);
}

/** The head of a text, for a line of a report. */
export function shortly(text: string): string {
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}
