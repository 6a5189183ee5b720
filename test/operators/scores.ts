import { kindAnalysis } from "../../lib/cli/kinds/compile/kind-analysis.ts";
import { conversionRegistry } from "../../lib/conversion/registry.ts";
import type { JsonObject } from "../../lib/json/value.ts";
import type { Kind } from "../../lib/kind/kind.ts";
import { acceptedPlaces } from "../../lib/verify/accepted-places.ts";
import { checkKind } from "../../lib/verify/check-kind.ts";
import { judgeRoundTrip } from "../../lib/verify/laws/round-trip.ts";
import { directionsOf, subjectOf } from "../../lib/verify/subject.ts";
import { type ConversionVector, runVector } from "../vectors/conversion/run-vector.ts";
import { hasUpstreamStash } from "../vectors/conversion/upstream-stash.ts";
import type { OperatorKind } from "./operator-kinds.ts";

/** Matching vectors out of those that could match. */
export interface Share {
  readonly count: number;
  readonly of: number;
}

/** Objects that come back: `count` exactly, `heldBack` without values that their schema refuses, which stay in annotations. */
export interface ReturnShare extends Share {
  readonly heldBack: number;
}

/** How a conversion of one direction compares with the operator's own. */
export interface DirectionScore {
  /** The kind with its group. */
  readonly kind: string;
  readonly from: string;
  readonly to: string;
  /** Vectors whose result agrees with the operator's. Vectors with the operator's own stash do not count. */
  readonly fair: Share;
  /** Objects that come back from the target version. */
  readonly objects: ReturnShare;
  /** The operator's results that come back from the source version. */
  readonly results: ReturnShare;
}

/** What the compiler and the laws find in one direction: codes of errors, and failed laws with their first seed. */
export type Failures = readonly string[];

/** The scores of a kind's directions, in the order of the vectors. A kind that does not run matches nothing. */
export function scoresOf(operator: OperatorKind): readonly DirectionScore[] {
  const { kind, name, vectors, isRunnable } = operator;
  const run = isRunnable ? vectorRunner(kind) : failedOutcome;
  const directions = Map.groupBy(vectors, ({ from, to }) => `${from} ${to}`);
  return [...directions.values()].flatMap((own) => {
    const [first] = own;
    if (first === undefined) return [];
    const versions = { from: versionIn(first.from), to: versionIn(first.to) };
    return [{ kind: name, ...versions, ...sharesOf(own.map(run)) }];
  });
}

type Returned = "exactly" | "held back" | "no";

/** The outcome for a vector. Undefined: there is no result of the operator, or none that can be compared. */
interface VectorOutcome {
  readonly isFair: boolean | undefined;
  readonly object: Returned;
  readonly result: Returned | undefined;
}

type VectorRunner = (vector: ConversionVector) => VectorOutcome;

function vectorRunner(kind: Kind): VectorRunner {
  const registry = conversionRegistry([kind]);
  const pairs = directionsOf(subjectOf(kind));
  const returned = (isExact: boolean, object: JsonObject): Returned => {
    if (isExact) return "exactly";
    const [apiVersion, name] = [String(object["apiVersion"]), String(object["kind"])];
    const own = pairs.filter(({ from }) => from.name === versionIn(apiVersion));
    const body = { ...object, apiVersion, kind: name };
    return own.every((pair) => judgeRoundTrip(pair, body).type === "ok") ? "held back" : "no";
  };
  return (vector) => {
    const { object, expect } = vector;
    const { isFair, objectReturns, resultReturns } = runVector(vector, registry, []);
    return {
      isFair: hasUpstreamStash(object) ? undefined : isFair,
      object: returned(objectReturns, object),
      result: expect === undefined ? undefined : returned(resultReturns === true, expect),
    };
  };
}

/** The outcome for a kind that does not run. */
function failedOutcome({ object, expect }: ConversionVector): VectorOutcome {
  const isCompared = expect !== undefined && !hasUpstreamStash(object);
  return {
    isFair: isCompared ? false : undefined,
    object: "no",
    result: expect === undefined ? undefined : "no",
  };
}

function versionIn(apiVersion: string): string {
  return apiVersion.slice(apiVersion.indexOf("/") + 1);
}

function sharesOf(
  outcomes: readonly VectorOutcome[],
): Pick<DirectionScore, "fair" | "objects" | "results"> {
  const compared = outcomes.filter(({ isFair }) => isFair !== undefined);
  return {
    fair: { count: compared.filter(({ isFair }) => isFair === true).length, of: compared.length },
    objects: returnShare(outcomes.map(({ object }) => object)),
    results: returnShare(
      outcomes.map(({ result }) => result).filter((result) => result !== undefined),
    ),
  };
}

function returnShare(returned: readonly Returned[]): ReturnShare {
  return {
    count: returned.filter((each) => each === "exactly").length,
    heldBack: returned.filter((each) => each === "held back").length,
    of: returned.length,
  };
}

/** What `check` finds in one direction. */
export interface CheckScore {
  /** Codes of errors, and failed laws with their first seed. */
  readonly failures: Failures;
  /** Objects of the law `valid-result` that are valid at the target version only by an entry of `accept`. */
  readonly excused: Share;
}

/** Checks a kind as `customhouse check` does, with each seed. Failures of the compiler count for every direction. */
export async function checkScores(
  { kind, isRunnable }: OperatorKind,
  seeds: readonly number[],
  runs: number,
): Promise<(from: string, to: string) => CheckScore> {
  const { faults, lenses } = kindAnalysis(kind);
  const codes = [...faults, ...lenses.flatMap((lens) => lens.faults)]
    .filter(({ severity }) => severity === "error")
    .map(({ code }) => code);
  const compiler = [...new Set(codes)];
  const untried = { count: 0, of: 0 };
  if (!isRunnable) {
    const failures = compiler.length > 0 ? compiler : ["does not run"];
    return () => ({ failures, excused: untried });
  }
  const failed = new Map<string, number>();
  const excused = new Map<string, Share>();
  for (const seed of seeds) {
    const { laws } = await checkKind(kind, { runs, seed });
    for (const { law, from, to, passed, ...report } of laws) {
      const key = `${from} ${to} ${law}`;
      if (!passed && !failed.has(key)) failed.set(key, seed);
      if (law !== "valid-result") continue;
      const { count, of } = excused.get(`${from} ${to}`) ?? untried;
      excused.set(`${from} ${to}`, { count: count + report.excused, of: of + report.runs });
    }
  }
  return (from, to) => ({
    failures: [...compiler, ...lawsFailedIn(failed, `${from} ${to} `)],
    excused: excused.get(`${from} ${to}`) ?? untried,
  });
}

/** What entries of `accept` name in the target version of a direction. */
export interface AcceptScore {
  readonly entries: number;
  /** How many constraints of the target version's schema the entries name: one keyword at two paths counts as two. */
  readonly places: number;
}

/** The entries of a kind for one direction. */
export function acceptScore({ kind }: OperatorKind, from: string, to: string): AcceptScore {
  const pair = directionsOf(subjectOf(kind)).find(
    (each) => each.from.name === from && each.to.name === to,
  );
  const entries = kind.lenses.flatMap(({ accept = [] }) => accept).filter((each) => each.in === to);
  return { entries: entries.length, places: pair === undefined ? 0 : acceptedPlaces(pair).length };
}

function lawsFailedIn(failed: ReadonlyMap<string, number>, direction: string): readonly string[] {
  return [...failed]
    .filter(([key]) => key.startsWith(direction))
    .map(([key, seed]) => `${key.slice(direction.length)} (seed ${seed})`);
}
