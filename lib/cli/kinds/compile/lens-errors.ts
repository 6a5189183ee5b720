import { Allowance } from "../../../converter/allowance.ts";
import type { VersionEdge } from "../../../converter/convertible-kind.ts";
import { LazyValidators } from "../../../crd/validator/lazy-validators.ts";
import type { Kind, KindEdge } from "../../../kind/kind.ts";
import type { LensFault } from "../../../lens/check/analysis.ts";
import type { LensEdge } from "../../../lens/edge/edge.ts";
import type { LensData } from "../../../lens/language/rule.ts";
import { scopeLens } from "../../../lens/place/scope-lens.ts";
import { preparePatterns } from "../../../schema/pattern/pattern.ts";
import { kindAnalysis } from "./kind-analysis.ts";
import { rootErrors } from "./root-faults.ts";

/** An error of one lens. */
export interface LensError extends Pick<LensFault, "rule" | "message"> {
  /** Absent for an error that shows only when the lens is laid out, such as a tool that the kind does not give. */
  readonly code?: string;
}

/** A lens with what keeps it from compiling. */
export interface BrokenLens {
  readonly lens: LensData;
  readonly edge: VersionEdge;
  readonly errors: readonly LensError[];
}

/** What keeps a kind's lenses from compiling. Conversions in code have nothing to compile. */
export interface KindErrors {
  /** Of how the lenses join the versions. */
  readonly joints: readonly LensFault[];
  readonly broken: readonly BrokenLens[];
  /** False where an error keeps the kind from converting at all, draft or not. */
  readonly isRunnable: boolean;
}

/** Compiles a kind's lenses against its schemas, and lays them out. Loads RE2 where a pattern needs it. */
export async function kindErrors(kind: Kind): Promise<KindErrors> {
  const { lenses, edges, crd } = kind;
  if (lenses.length === 0) return { joints: [], broken: [], isRunnable: true };
  for (const { schema } of crd.versions) await preparePatterns(schema);
  const errors = rootErrors(kindAnalysis(kind));
  let isRunnable = errors.kind.length === 0;
  const broken = edges.filter(isLensEdge).flatMap((edge, index): readonly BrokenLens[] => {
    const { lens } = edge;
    const faults = errors.lenses[index] ?? [];
    const isPlaced = scopeLens(lens).faults.length === 0;
    const layout = isPlaced ? layoutError(edge) : undefined;
    isRunnable &&= isPlaced && layout === undefined;
    const all = layout === undefined ? faults : [...faults, layout];
    return all.length === 0 ? [] : [{ lens, edge, errors: all }];
  });
  return { joints: errors.kind, broken, isRunnable };
}

function isLensEdge(edge: KindEdge): edge is LensEdge {
  return edge.lens !== undefined;
}

/** What a lens throws when it is laid out, which happens at its first use. An object without fields runs no rule. */
function layoutError({ forward, backward }: VersionEdge): LensError | undefined {
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
