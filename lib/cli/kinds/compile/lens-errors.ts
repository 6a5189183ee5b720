import { Allowance } from "../../../converter/allowance.ts";
import type { VersionEdge } from "../../../converter/convertible-kind.ts";
import { LazyValidators } from "../../../crd/validator/lazy-validators.ts";
import { assertDefined } from "../../../json/invariant.ts";
import type { Kind, KindEdge } from "../../../kind/kind.ts";
import type { LensEdge } from "../../../lens/edge/edge.ts";
import type { LensData } from "../../../lens/language/rule.ts";
import type { LensFault } from "../../../lens/ops/analysis/lens-analysis.ts";
import { scopeLens } from "../../../lens/place/scope-lens.ts";
import { kindAnalysis } from "./kind-analysis.ts";
import { rootErrors } from "./root-faults.ts";

/** An error of one lens. */
export interface LensError extends Pick<LensFault, "rule" | "message"> {
  /** The compiler's code, such as E101. Absent for an error in preparing the lens to run, such as a tool that the kind lacks. */
  readonly code?: string;
  readonly path?: string;
}

/** A lens that does not compile, with its errors. */
export interface FaultyLens {
  readonly lens: LensData;
  readonly edge: VersionEdge;
  readonly errors: readonly LensError[];
}

/** The errors of a kind's lenses. Conversions in code have none. */
export interface KindErrors {
  /** Errors in how the lenses join the versions. */
  readonly graphErrors: readonly LensFault[];
  readonly faultyLenses: readonly FaultyLens[];
  /** False if the lenses can't convert at all, not even as a draft with `--allow-undecided`. */
  readonly isRunnable: boolean;
}

/** Compiles a kind's lenses against its schemas, and prepares them to run. */
export function kindErrors(kind: Kind): KindErrors {
  const { lenses, edges } = kind;
  if (lenses.length === 0) return { graphErrors: [], faultyLenses: [], isRunnable: true };
  const errors = rootErrors(kindAnalysis(kind));
  let isRunnable = errors.kind.length === 0;
  const faultyLenses = edges.filter(isLensEdge).flatMap((edge, index): readonly FaultyLens[] => {
    const { lens } = edge;
    const faults = assertDefined(errors.lenses[index], "each lens was analysed");
    const isPlaced = scopeLens(lens).faults.length === 0;
    const preparation = isPlaced ? preparationError(edge) : undefined;
    isRunnable &&= isPlaced && preparation === undefined;
    const all = preparation === undefined ? faults : [...faults, preparation];
    return all.length === 0 ? [] : [{ lens, edge, errors: all }];
  });
  return { graphErrors: errors.kind, faultyLenses, isRunnable };
}

function isLensEdge(edge: KindEdge): edge is LensEdge {
  return edge.lens !== undefined;
}

/**
 * The error that a lens throws when its first conversion prepares it to run; undefined if it throws none. The converted object
 * has no fields, so no rule runs.
 */
function preparationError({ forward, backward }: VersionEdge): LensError | undefined {
  const nothing = {
    body: {},
    labels: {},
    annotations: {},
    name: undefined,
    namespace: undefined,
  };
  try {
    for (const convert of [forward, backward]) {
      convert(nothing, new Allowance({ validators: new LazyValidators() }));
    }
    return undefined;
  } catch (thrown) {
    const message = thrown instanceof Error ? thrown.message : String(thrown);
    return { message, rule: undefined };
  }
}
