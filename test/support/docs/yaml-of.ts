import { parse } from "yaml";
import { exact } from "../../../lib/cli/files/yaml.ts";
import type { JsonValue } from "../../../lib/json/value.ts";

/** The value of a YAML text; throws where it is none. */
export function yamlOf(text: string): JsonValue {
  return exact(parse(text, { intAsBigInt: true }));
}
