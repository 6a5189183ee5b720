import { equal } from "../../../lib/json/equal.ts";
import { isObject, type JsonObject, type JsonValue, member } from "../../../lib/json/value.ts";
import { stringify } from "../../../lib/json/write.ts";
import { publishKind } from "../../../lib/publish/openapi/publish.ts";
import { re2 } from "../../../lib/schema/pattern/re2.ts";

/** Op `openapi`: the definitions and operations that the server publishes. */
export async function run(vector: JsonObject): Promise<string | undefined> {
  const crd = member(vector, "crd") ?? null;
  const openApi = member(vector, "v") === "v2" ? "v2" : "v3";
  const published = publishKind(crd, String(member(vector, "version")), openApi, re2);
  const expected = member(vector, "expect");
  if (!isObject(expected)) return "no expectation";
  const operations = published.operations
    .map(({ method, path, operationId }) => `${method} ${path} ${operationId}`)
    .sort();
  return (
    difference("definition", published.definition, expected) ??
    difference("listDefinition", published.listDefinition, expected) ??
    difference("definitionName", published.definitionName, expected) ??
    difference("operations", operations, expected)
  );
}

function difference(name: string, actual: JsonValue, expected: JsonObject): string | undefined {
  const wanted = member(expected, name);
  return equal(actual, wanted)
    ? undefined
    : `${name}: ${stringify(actual)}, expected ${stringify(wanted ?? null)}`;
}
