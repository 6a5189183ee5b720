// node test/support/components/record.ts FILE...: writes definitions.json.gz beside this file: the CustomResourceDefinitions in
// these files, without descriptions.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { readDefinitions } from "../../../lib/cli/kinds/definitions.ts";
import { isArray, isObject, type JsonValue } from "../../../lib/json/value.ts";
import { stringify } from "../../../lib/json/write.ts";

/** A schema without its descriptions. A property that is named `description` stays: its value is a map, not a text. */
function withoutDescriptions(value: JsonValue): JsonValue {
  if (isArray(value)) return value.map(withoutDescriptions);
  if (!isObject(value)) return value;
  const kept = Object.entries(value).filter(
    ([key, member]) => key !== "description" || typeof member !== "string",
  );
  return Object.fromEntries(kept.map(([key, member]) => [key, withoutDescriptions(member)]));
}

const definitions = process.argv.slice(2).flatMap(readDefinitions).map(withoutDescriptions);
writeFileSync(
  join(import.meta.dirname, "definitions.json.gz"),
  gzipSync(stringify(definitions), { level: 9 }),
);
