import { describe, expect, test } from "vitest";
import { schemaFaults } from "../../../../lib/cli/conversion-yaml/faults.ts";
import { isObject } from "../../../../lib/json/value.ts";
import { authoring } from "../../../../lib/lens/ops/authoring-registry.ts";
import { yamlText } from "../../../../lib/lens/ops/text/yaml-text.ts";

describe("authoring", () => {
  const examples = Object.entries(authoring).flatMap(([op, { yaml, example }]) =>
    yaml === undefined ? [] : [{ op, example: example ?? "" }],
  );

  test.each(examples)(
    "the example of $op is a valid rule of conversion.yaml",
    ({ op, example }) => {
      const rule = yamlText.parse(example) ?? null;
      expect(isObject(rule) && Object.keys(rule)[0]).toBe(op);
      expect(isObject(rule) ? schemaFaults(op, rule, []) : []).toEqual([]);
    },
  );
});
