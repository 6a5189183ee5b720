import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { readDefinitions } from "../../../../lib/cli/definitions.ts";
import { reportRules } from "../../../../lib/schema/cel/rules/check-rules.ts";
import { checkCrd } from "../../../../lib/schema/crd/check-crd.ts";
import { readCrd } from "../../../../lib/schema/crd/read-crd.ts";
import { prepareSchema } from "../../../../lib/schema/prepare-schema.ts";

/** Definitions of real projects, beside a checkout of this one in continuous integration. */
const folder = fileURLToPath(new URL("../../../../../shared/crds", import.meta.url));

test("every rule of the definitions in ../shared/crds compiles, and costs what it may", async () => {
  const files = existsSync(folder) ? readdirSync(folder) : [];
  const definitions = files
    .filter((name) => name.endsWith(".yaml"))
    .flatMap((name) => readDefinitions(join(folder, name)));
  let count = 0;
  for (const definition of definitions) {
    await prepareSchema(definition);
    expect(checkCrd(definition).errors).toEqual([]);
    for (const { schema } of readCrd(definition).crd.spec.versions ?? []) {
      const reports = reportRules(schema?.openAPIV3Schema ?? {}, "");
      expect(reports.filter(({ compiled, isOverLimit }) => isOverLimit || compiled.error)).toEqual(
        [],
      );
      count += reports.length;
    }
  }
  expect(count > 100).toBe(definitions.length > 0);
});
