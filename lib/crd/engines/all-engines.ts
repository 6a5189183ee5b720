import { ruleChecker } from "../../cel/rules/check-rules.ts";
import { ruleEngine } from "../../cel/rules/evaluate-rules.ts";
import { re2 } from "../../schema/pattern/re2.ts";
import type { CrdEngines } from "./engines.ts";

/** RE2 and CEL, for programs that may load both. */
export const allEngines: CrdEngines = {
  re2,
  rules: ruleEngine(re2),
  checkRules: ruleChecker(re2),
};
