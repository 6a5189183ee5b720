import { equal } from "../../../lib/json/equal.ts";
import { isArray, type JsonObject, type JsonValue, member } from "../../../lib/json/value.ts";
import { compileTable } from "../../../lib/publish/table.ts";

/** Op `table`: the column definitions, the rows, and the errors of columns. */
export function run(vector: JsonObject): string | undefined {
  const { columnDefinitions, invalidColumns, cells } = compileTable(listOf(vector, "columns"));
  const now = Date.parse(String(member(vector, "now")));
  const rows = listOf(vector, "objects").map((object) => cells(object, now));
  const got: JsonValue = {
    columnDefinitions: columnDefinitions.map((definition) => ({ ...definition })),
    rows,
    ...(invalidColumns === undefined ? {} : { invalidColumns }),
  };
  const expect = member(vector, "expect");
  if (equal(got, expect)) return undefined;
  return `got ${JSON.stringify({ rows, invalidColumns }, bigintText)}, want ${JSON.stringify(expect, bigintText).replace(/.*"rows"/, "rows")}`;
}

function listOf(vector: JsonObject, key: string): readonly JsonValue[] {
  const list = member(vector, key);
  return isArray(list) ? list : [];
}

function bigintText(_: string, value: unknown): unknown {
  return typeof value === "bigint" ? String(value) : value;
}
