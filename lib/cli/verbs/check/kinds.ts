import { randomInt } from "node:crypto";
import { writeFileSync } from "node:fs";
import { stringify } from "../../../json/write.ts";
import type { Kind } from "../../../kind/kind.ts";
import { orderedExamples } from "../../../lens/language/example.ts";
import { checkKind, type KindReport } from "../../../verify/check-kind.ts";
import type { LawName } from "../../../verify/laws/law.ts";
import { laws } from "../../../verify/laws/laws.ts";
import { ciForms, ciText, isCiForm } from "../../ci/ci-forms.ts";
import type { CiSuite } from "../../ci/ci-report.ts";
import { type Invocation, textOption, UsageError } from "../../command.ts";
import { checkWritable } from "../../files/read-file.ts";
import { errorLines, placedErrors } from "../../kinds/compile/error-lines.ts";
import { kindErrors } from "../../kinds/compile/lens-errors.ts";
import { guardNotes } from "../../kinds/guard-notes.ts";
import { allowsCode, type KindInFolder, loadDrafts } from "../../kinds/kinds.ts";
import { chosenByKind } from "../../kinds/requested-kinds.ts";
import { numberOption, textsOption } from "../../option-values.ts";
import { outputForm } from "../../output-form.ts";
import { ProgressBar } from "../../terminal/progress-bar.ts";
import { outputStyle } from "../../terminal/terminal-style.ts";
import type { CheckedKindReport } from "./checked-kind.ts";
import { compilerReport } from "./compiler.ts";
import { crosswalkHtml } from "./crosswalk/crosswalk-html.ts";
import { jsonValueOf } from "./json-of.ts";
import { kindSuite } from "./kind-suite.ts";
import { kindText } from "./kind-text.ts";
import { lawHint } from "./law-hint.ts";

/** The default of `--runs`: the number of objects for each law and direction. More objects find rarer faults and take longer. */
const defaultRuns = 1_000;

/**
 * `check` of kinds, without `crd`, `--url`, `--admission` and `--cluster`: tests the laws, prints the reports, writes the page of
 * `--html`, and returns the exit code.
 */
export async function checkKinds(invocation: Invocation): Promise<number> {
  const { options, out } = invocation;
  const only = lawsOf(invocation);
  const runs = numberOption(invocation, "runs", 1) ?? defaultRuns;
  const seed = numberOption(invocation, "seed", 0) ?? randomInt(2 ** 31);
  const page = textOption(invocation, "html");
  checkWritable(page);
  const kinds = await chosenKinds(invocation);
  const form = outputForm(invocation, ciForms) ?? "text";
  const text = { ...outputStyle(), isVerbose: options["verbose"] === true };
  const reports: CheckedKindReport[] = [];
  const suites: CiSuite[] = [];
  const bar = new ProgressBar(invocation.progress.bar);
  for (const kind of kinds) {
    const placed = placedErrors(kindErrors(kind.kind), kind.folder);
    const report = await checkKindInFolder(
      kind,
      { runs, seed, only, errors: errorLines(placed) },
      bar,
    );
    reports.push(report);
    suites.push(kindSuite(report, placed, kind.folder));
    if (form === "text") for (const line of kindText(report, text)) out(line);
  }
  if (isCiForm(form)) out(ciText(form, suites));
  if (form === "json") out(stringify(jsonValueOf({ seed, runs, kinds: reports })));
  if (page !== undefined) writeFileSync(page, crosswalkOf(reports));
  return concludeKinds(reports, invocation);
}

interface KindOptions {
  readonly runs: number;
  readonly seed: number;
  readonly only: readonly LawName[] | undefined;
  /** Why the kind's lenses do not compile; empty if they do. */
  readonly errors: readonly string[];
}

async function checkKindInFolder(
  found: KindInFolder,
  { runs, seed, only, errors }: KindOptions,
  bar: ProgressBar,
): Promise<CheckedKindReport> {
  const { kind } = found;
  const own = {
    ...compilerReport(kind),
    versions: kind.versions,
    pairs: kind.edges.map(({ from, to }) => ({ from, to })),
    lenses: kind.lenses,
    samples: kind.samples.length,
    examples: orderedExamples(kind).length,
    errors,
    notes: guardNotes(found),
  };
  if (errors.length > 0) return { ...untestedReport(kind, seed), ...own };
  const report = await checkKind(kind, {
    runs,
    seed,
    ...(only !== undefined && { only }),
    onProgress: (progress) => bar.show(kind.kind, progress),
  });
  bar.clear();
  return { ...report, ...own };
}

/** The report on a kind whose lenses do not compile: no law is tried. */
function untestedReport({ group, kind }: Kind, seed: number): KindReport {
  return {
    group,
    kind,
    passed: false,
    seed,
    laws: [],
    ungenerated: [],
    unverified: [],
    objectFaults: [],
  };
}

function crosswalkOf(reports: readonly CheckedKindReport[]): string {
  return crosswalkHtml(
    reports.flatMap(({ kind, group, analysis }) =>
      analysis.lenses.map((lens) => ({ kind: `${kind}.${group}`, analysis: lens })),
    ),
  );
}

/** Prints the names of failed laws and the codes of errors to standard error, and returns the exit code. */
function concludeKinds(reports: readonly CheckedKindReport[], { error }: Invocation): number {
  const failures = reports.flatMap(({ kind, group, laws: tried, analysis, objectFaults }) => {
    const names = new Set(tried.filter(({ passed }) => !passed).map(({ law }) => law));
    const own = analysis.lenses.flatMap(({ faults }) => faults);
    const codes = [...analysis.faults, ...own, ...objectFaults]
      .filter(({ severity }) => severity === "error")
      .map(({ code }) => code);
    const failed = [...names, ...new Set(codes)];
    return failed.length === 0 ? [] : [`${kind}.${group} fails ${failed.join(", ")}`];
  });
  for (const line of failures) error(`customhouse check: ${line}`);
  return failures.length === 0 ? 0 : 1;
}

async function chosenKinds(invocation: Invocation): Promise<readonly KindInFolder[]> {
  const { options } = invocation;
  const kinds = await loadDrafts(options["kinds"], allowsCode(options));
  return chosenByKind(invocation, kinds, ({ kind }) => kind.kind);
}

function lawsOf(invocation: Invocation): readonly LawName[] | undefined {
  const names = textsOption(invocation, "law");
  const known = laws.map(({ name }) => name);
  const unknown = names.find((name) => !known.some((law) => law === name));
  if (unknown !== undefined) {
    throw new UsageError(`--law: ${unknown} is not a law of kinds; ${lawHint(unknown, known)}`);
  }
  return names.length === 0 ? undefined : known.filter((law) => names.includes(law));
}
