import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import type { JsonObject } from "../../lib/json/value.ts";
import { applyDefaults } from "../../lib/schema/defaulting/apply-defaults.ts";
import type { FieldError } from "../../lib/schema/field-error/field-error.ts";
import { re2 } from "../../lib/schema/pattern/re2.ts";
import { dropNonNullableNulls } from "../../lib/schema/pruning/nulls.ts";
import { prune } from "../../lib/schema/pruning/prune.ts";
import { parseStructural } from "../../lib/schema/structural/parse.ts";
import { compileValidator } from "../../lib/schema/validation/validate.ts";

interface SchemaCase {
  readonly name: string;
  readonly schema: JsonObject;
  readonly violations: readonly string[];
}

interface ObjectCase extends SchemaCase {
  readonly object: JsonObject;
  readonly stored: JsonObject;
  readonly invalid: readonly string[];
}

const cases: readonly (SchemaCase | ObjectCase)[] = parse(
  readFileSync(new URL("cases.yaml", import.meta.url), "utf8"),
);
const objectCases = cases.filter((each): each is ObjectCase => "object" in each);

function spelled(errors: readonly FieldError[]): readonly string[] {
  return errors.map(({ type, field }) => `${type} "${field}"`).sort();
}

function stored(schema: JsonObject, object: JsonObject): JsonObject {
  const { structural } = parseStructural(schema);
  const pruned = prune(object, structural, { isResourceRoot: true }).object;
  return applyDefaults(dropNonNullableNulls(pruned, structural), structural);
}

describe("the schemas of the Kubernetes documentation", () => {
  test.each(cases)("$name", ({ schema, violations }) => {
    expect(spelled(parseStructural(schema).errors)).toEqual([...violations].sort());
  });
});

describe("the objects of the Kubernetes documentation, as they are stored", () => {
  test.each(objectCases)("$name", (each) => {
    expect(stored(each.schema, each.object)).toEqual(each.stored);
  });
});

describe("the objects of the Kubernetes documentation, accepted or refused", () => {
  test.each(objectCases)("$name", async (each) => {
    const errors = compileValidator(each.schema, re2).validate(stored(each.schema, each.object));
    expect(spelled(errors)).toEqual([...each.invalid].sort());
  });
});
