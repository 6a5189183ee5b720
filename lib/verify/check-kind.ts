import { prepareSchema } from "../crd/validator/prepare-schema.ts";
import type { JsonObject } from "../json/value.ts";
import type { FieldError } from "../schema/field-error/field-error.ts";
import { anySchema } from "../schema/structural/search.ts";
import type { Structural } from "../schema/structural/structural.ts";
import { ruleEngine } from "../schema/validation/rule-engine.ts";
import type { LawFault } from "./law-result.ts";
import type { Law, LawName } from "./laws/law.ts";
import { laws } from "./laws/laws.ts";
import {
  type CheckedKind,
  type ObjectRules,
  type Pair,
  pairsOf,
  type Subject,
  subjectOf,
} from "./subject.ts";
import type { TrialOutcome } from "./trial.ts";

export interface CheckOptions {
  /** Objects tried for each law and each direction between two versions. Default 1,000. */
  readonly runs?: number;
  /** What the objects are generated from: the same seed gives the same objects. Default 1. */
  readonly seed?: number;
  /** Laws to try; all where it is left out. */
  readonly only?: readonly LawName[];
  /** Called after every 20 objects. */
  readonly onProgress?: (progress: Progress) => void;
  /** Runs the rules of the schema, on generated and on converted objects. Default: as kube-apiserver does. */
  readonly evaluateRules?: ObjectRules;
}

export interface Progress {
  readonly law: LawName;
  readonly from: string;
  readonly to: string;
  /** Objects tried so far, of all laws and directions. */
  readonly done: number;
  readonly total: number;
}

/** The results of all laws for a kind. */
export interface KindReport {
  readonly group: string;
  readonly kind: string;
  readonly passed: boolean;
  readonly seed: number;
  /** In the order of {@link laws}, and of the versions in the CRD. */
  readonly laws: readonly LawReport[];
  /** Paths of the schemas for which no valid value was found: the laws tried too few values there. */
  readonly ungenerated: readonly UngeneratedReport[];
  /** Versions without a schema, which no law was tried on. */
  readonly unverified: readonly string[];
}

/** The result of one law for one direction. */
export interface LawReport {
  readonly law: LawName;
  readonly from: string;
  readonly to: string;
  readonly passed: boolean;
  readonly runs: number;
  /** Of these, the objects that the kind refused to convert: they say nothing about the law. */
  readonly refused: number;
  /** Of these, the objects that the conversion threw on: only `no-crash` and `small-scope` report that. */
  readonly crashed: number;
  readonly failure?: LawFailure;
}

/** The smallest objects found that break a law, and how to find them again. */
export interface LawFailure extends LawFault {
  readonly seed: number;
  /** fast-check's path from the seed to the counter-example; empty for a fixed list of objects. */
  readonly path: string;
}

export interface UngeneratedReport {
  readonly version: string;
  /** Empty for the body as a whole. */
  readonly path: string;
  readonly count: number;
}

/** Objects between two calls of {@link CheckOptions.onProgress}. */
const progressStep = 20;

/**
 * Tries the laws on a kind. Each law and direction has its own generated objects, all from the same seed, whether or not
 * other laws run too.
 *
 * Errors: throws IncompleteRegistry where the versions are not joined.
 */
export async function checkKind(
  kind: CheckedKind,
  { runs = 1_000, seed = 1, only, onProgress, evaluateRules = runRules }: CheckOptions = {},
): Promise<KindReport> {
  for (const { schema } of kind.crd.versions) await prepareSchema(schema);
  const subject = subjectOf(kind, evaluateRules);
  const tasks = tasksOf(subject, only);
  const total = tasks.length * runs;
  let done = 0;
  const reports = tasks.map((task, index) => {
    const onRun = (): void => {
      done = Math.min(done + 1, (index + 1) * runs);
      if (done % progressStep === 0) onProgress?.({ ...namesOf(task), done, total });
    };
    const report = runTask(task, { runs, seed, onRun });
    done = (index + 1) * runs;
    onProgress?.({ ...namesOf(task), done, total });
    return report;
  });
  return {
    group: kind.group,
    kind: kind.kind,
    passed: reports.every(({ passed }) => passed),
    seed,
    laws: reports,
    ungenerated: ungeneratedOf(subject),
    unverified: kind.versions.filter((version) => !subject.versions.has(version)),
  };
}

/** A law to be tried on a direction. */
interface Task {
  readonly law: Law;
  readonly pair: Pair;
}

function tasksOf(subject: Subject, only: readonly LawName[] | undefined): readonly Task[] {
  const wanted = laws.filter(({ name }) => only === undefined || only.includes(name));
  return wanted.flatMap((law) => pairsOf(subject).map((pair) => ({ law, pair })));
}

function namesOf({ law, pair }: Task): Pick<Progress, "law" | "from" | "to"> {
  return { law: law.name, from: pair.from.name, to: pair.to.name };
}

interface RunSettings {
  readonly runs: number;
  readonly seed: number;
  readonly onRun: () => void;
}

const untried: TrialOutcome = { runs: 0, refused: 0, crashed: 0, failure: undefined };

function runTask(task: Task, { runs, seed, onRun }: RunSettings): LawReport {
  const names = namesOf(task);
  const own = seedOf(seed, `${names.law} ${names.from} ${names.to}`);
  const outcome = task.law.trial(task.pair)?.run({ runs, seed: own, onRun }) ?? untried;
  const { failure } = outcome;
  return {
    ...names,
    passed: failure === undefined,
    runs: outcome.runs,
    refused: outcome.refused,
    crashed: outcome.crashed,
    ...(failure !== undefined && { failure: { ...failure.fault, seed, path: failure.path } }),
  };
}

/** The seed of one law and direction: 32-bit FNV-1a over both. */
function seedOf(seed: number, name: string): number {
  let hash = 0x811c9dc5;
  for (const char of `${seed} ${name}`) {
    hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193);
  }
  return hash | 0;
}

function ungeneratedOf({ versions }: Subject): readonly UngeneratedReport[] {
  return [...versions.values()].flatMap(({ name, ungenerated }) =>
    [...ungenerated.counts].map(([path, count]) => ({ version: name, path, count })),
  );
}

const hasRules = anySchema(({ x }) => x.validations !== undefined && x.validations.length > 0);

/** The rules as kube-apiserver runs them on a new object. */
function runRules(schema: Structural, object: JsonObject): readonly FieldError[] {
  return hasRules(schema) ? ruleEngine().evaluateRules(schema, true, object).errors : [];
}
