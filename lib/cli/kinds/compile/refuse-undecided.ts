import type { Kind } from "../../../kind/kind.ts";
import { undecidedEdge } from "../../../kind/undecided.ts";
import { UsageError } from "../../command.ts";
import { errorLines, placedErrors } from "./error-lines.ts";
import { type KindErrors, kindErrors } from "./lens-errors.ts";

/** The option of the verbs that may try a draft. */
export const undecidedOption = { "allow-undecided": { type: "boolean" } } as const;

/** How a kind whose lenses do not compile is treated: refused, or marked, so that each object gets a warning. */
export type UndecidedPolicy = "refused" | "marked";

/** The setting of `--allow-undecided`. */
export function undecidedIn(options: Readonly<Record<string, unknown>>): UndecidedPolicy {
  return options["allow-undecided"] === true ? "marked" : "refused";
}

/** A kind to be compiled, with the folder that its errors name. */
export interface LoadedKind {
  readonly kind: Kind;
  readonly folder: string;
  /** True if code declares more of the kind than its files: then it is not checked how the lenses join the versions. */
  readonly isPartial?: boolean;
}

/**
 * Compiles kinds and returns them, drafts marked. Throws {@link UsageError} with every error where a kind does not compile
 * and drafts are refused, or where a draft can't run.
 */
export function requireCompiled<T extends LoadedKind>(
  loaded: readonly T[],
  undecided: UndecidedPolicy,
): readonly T[] {
  const found = loaded.map((each) => {
    const errors = kindErrors(each.kind);
    return { each, errors: each.isPartial === true ? { ...errors, graphErrors: [] } : errors };
  });
  const refused = found.filter(
    ({ errors }) => hasErrors(errors) && (undecided === "refused" || !errors.isRunnable),
  );
  if (refused.length > 0) {
    throw new UsageError(refusalText(refused.map(({ each, errors }) => ({ ...each, errors }))));
  }
  return found.map(({ each, errors }) =>
    hasErrors(errors) ? { ...each, kind: marked(each.kind, errors) } : each,
  );
}

function hasErrors({ graphErrors, faultyLenses }: KindErrors): boolean {
  return graphErrors.length + faultyLenses.length > 0;
}

/** A kind whose undecided lenses add a warning to each object that they convert. */
function marked(kind: Kind, { faultyLenses }: KindErrors): Kind {
  const edges = new Set(faultyLenses.map(({ edge }) => edge));
  return {
    ...kind,
    undecided: true,
    edges: kind.edges.map((edge) => (edges.has(edge) ? undecidedEdge(edge) : edge)),
  };
}

/** Errors shown of one kind: a new draft of a large kind has hundreds. */
const maxLines = 20;

/** Every kind that does not compile, with its errors and what to do. */
function refusalText(refused: readonly (LoadedKind & { readonly errors: KindErrors })[]): string {
  const lines = refused.flatMap(({ kind, folder, errors }) => {
    const all = errorLines(placedErrors(errors, folder));
    const more = all.length - maxLines;
    return [
      `the conversion of ${kind.kind}.${kind.group} does not compile, so it is not used:`,
      ...all.slice(0, maxLines),
      ...(more > 0 ? [`and ${more} more`] : []),
    ];
  });
  const isDraft = refused.every(({ errors }) => errors.isRunnable);
  const hint = isDraft
    ? "customhouse check --verbose shows every field; customhouse convert, and customhouse serve on loopback, try a draft with --allow-undecided"
    : "customhouse check --verbose shows every field";
  return [...lines, hint].join("\n");
}
