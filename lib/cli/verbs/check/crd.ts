import { type CrdReport, checkCrd } from "../../../crd/check-crd.ts";
import { deprecationWarning } from "../../../crd/deprecation.ts";
import { allEngines } from "../../../crd/engines/all-engines.ts";
import { nonStructuralCondition } from "../../../crd/non-structural.ts";
import { upgradeCrd } from "../../../crd/upgrade/upgrade-crd.ts";
import type { JsonObject } from "../../../json/value.ts";
import { metadataOf } from "../../../protocol/object-metadata.ts";
import { fieldMessage } from "../../../schema/field-error/field-message.ts";
import { ciForms, ciText, isCiForm } from "../../ci/ci-forms.ts";
import type { CiSuite } from "../../ci/ci-report.ts";
import { type Invocation, UsageError } from "../../command.ts";
import { readDefinitions } from "../../kinds/definitions.ts";
import { outputForm } from "../../output-form.ts";
import { invalidText } from "../../server/kubectl-text.ts";

/** `check crd FILE...`: prints what kube-apiserver would report on each definition, and returns the exit code. */
export function checkDefinitions(invocation: Invocation, files: readonly string[]): number {
  if (files.length === 0) throw new UsageError("give crd and at least one file");
  const reports = files.flatMap(checkFile);
  printDefinitions(invocation, reports);
  return reports.some(({ errors }) => errors.length > 0) ? 1 : 0;
}

interface DefinitionReport {
  readonly file: string;
  readonly name: string;
  readonly errors: readonly {
    readonly type: string;
    readonly field: string;
    readonly message: string;
  }[];
  readonly warnings: readonly string[];
}

function checkFile(file: string): readonly DefinitionReport[] {
  return readDefinitions(file).map((definition) => checkDefinition(file, definition));
}

function checkDefinition(file: string, definition: JsonObject): DefinitionReport {
  const { crd, notes } = upgradeCrd(definition);
  const report = checkCrd(crd, allEngines);
  return {
    file,
    name: String(metadataOf(crd)["name"] ?? ""),
    errors: report.errors.map((error) => ({
      type: error.type,
      field: error.field,
      message: fieldMessage(error),
    })),
    warnings: [
      ...notes.map(({ path, text }) => (path === "" ? text : `${path}: ${text}`)),
      ...report.warnings,
      ...report.unknownFields,
      ...conditionWarnings(crd),
      ...deprecationWarnings(report, crd),
    ],
  };
}

/** The condition that the server would set on a definition whose schemas are not structural. */
function conditionWarnings(crd: JsonObject): readonly string[] {
  const condition = nonStructuralCondition(crd, allEngines.re2);
  return condition === undefined ? [] : [`${condition.type}: ${condition.message}`];
}

/** The server's warnings to users of a deprecated version. */
function deprecationWarnings({ crd }: CrdReport, definition: JsonObject): readonly string[] {
  return (crd.spec.versions ?? []).flatMap(
    ({ name }) => deprecationWarning(definition, name) ?? [],
  );
}

/** A suite for each file, with a case for each definition. */
function definitionSuites(reports: readonly DefinitionReport[]): readonly CiSuite[] {
  return [...Map.groupBy(reports, ({ file }) => file)].map(([file, definitions]) => ({
    name: file,
    cases: definitions.map(({ name, errors, warnings }) => ({
      name,
      file,
      failures: errors.map(({ field, message }) => ({ title: field, text: message, file })),
      warnings: warnings.map((text) => ({ title: text, text, file })),
    })),
  }));
}

function printDefinitions(invocation: Invocation, reports: readonly DefinitionReport[]): void {
  const { out } = invocation;
  const form = outputForm(invocation, ciForms);
  if (form === "json") out(JSON.stringify(reports, undefined, 2));
  else if (isCiForm(form)) out(ciText(form, definitionSuites(reports)));
  else for (const line of reports.flatMap(textLines)) out(line);
}

function textLines({ file, name, errors, warnings }: DefinitionReport): readonly string[] {
  return [
    ...warnings.map((warning) => `Warning: ${warning}`),
    errors.length === 0
      ? `customresourcedefinition.apiextensions.k8s.io/${name} accepted (${file})`
      : invalidText(
          "CustomResourceDefinition",
          name,
          errors.map(({ message }) => message),
        ),
  ];
}
