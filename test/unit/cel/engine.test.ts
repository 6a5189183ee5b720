import { expect, test, vi } from "vitest";
import { crontabsOf } from "../crd/crd-samples.ts";

test("using rules without prepareSchema throws RulesNotLoadedError", async () => {
  vi.resetModules();
  const { checkCrd } = await import("../../../lib/crd/check-crd.ts");
  const { RulesNotLoadedError } = await import("../../../lib/schema/validation/rule-engine.ts");
  const { prepareSchema } = await import("../../../lib/crd/validator/prepare-schema.ts");
  const crd = crontabsOf({
    type: "object",
    "x-kubernetes-validations": [{ rule: "'a'.matches('a')" }],
  });
  expect(() => checkCrd(crd)).toThrow(RulesNotLoadedError);
  await prepareSchema({ type: "object" });
  expect(() => checkCrd(crd)).toThrow(RulesNotLoadedError);
  await prepareSchema(crd);
  expect(checkCrd(crd).errors).toEqual([]);
});

test("prepareValidation loads the rule engine without the rule checker", async () => {
  vi.resetModules();
  const { prepareValidation } = await import("../../../lib/crd/validator/prepare-validation.ts");
  const engine = await import("../../../lib/schema/validation/rule-engine.ts");
  await prepareValidation({ type: "object" });
  expect(engine.installedRuleEngine()).toBeUndefined();
  await prepareValidation({ "x-kubernetes-validations": [{ rule: "true" }] });
  expect(engine.installedRuleEngine()).toBeDefined();
  expect(() => engine.ruleChecker()).toThrow(engine.RulesNotLoadedError);
});
