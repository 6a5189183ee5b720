import { type CiSuite, countsOfCases } from "./ci-report.ts";
import { githubCommands } from "./github.ts";
import { junitXml } from "./junit.ts";

/** The values of `-o` for verbs whose results a CI system can show. */
export const ciForms = ["text", "json", "junit", "github"] as const;

/** A form that a CI system reads. */
export type CiForm = Extract<(typeof ciForms)[number], "junit" | "github">;

/** The help of `-o` for a verb with {@link ciForms}. */
export const ciFormsHelp =
  "text (default), json, junit (XML for CI systems), or github (annotations of GitHub Actions)";

/** True for a form that {@link ciText} prints. */
export function isCiForm(form: string | undefined): form is CiForm {
  return form === "junit" || form === "github";
}

/** Suites in a form that a CI system reads. `summary` is the last line of the form `github`; default: `3 passed, 1 failed`. */
export function ciText(
  form: CiForm,
  suites: readonly CiSuite[],
  summary: string = countsOfSuites(suites),
): string {
  return form === "junit" ? junitXml(suites) : githubCommands(suites, summary);
}

function countsOfSuites(suites: readonly CiSuite[]): string {
  const { total, failures, errors } = countsOfCases(suites.flatMap(({ cases }) => cases));
  return `${total - failures - errors} passed, ${failures + errors} failed`;
}
