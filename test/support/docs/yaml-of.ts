import { parse } from "yaml";
import { exactJson } from "../../../lib/cli/files/exact-json.ts";
import type { JsonValue } from "../../../lib/json/value.ts";

/** The value of a YAML text; throws if it is not YAML. */
export function yamlOf(text: string): JsonValue {
  return exactJson(parse(text, { intAsBigInt: true }));
}
