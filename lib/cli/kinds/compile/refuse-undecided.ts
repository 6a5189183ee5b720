import type { Kind } from "../../../kind/kind.ts";
import { undecidedEdge } from "../../../kind/undecided.ts";
import { groupKindText } from "../../../protocol/gvk.ts";
import { UsageError } from "../../command.ts";
import { errorLines, placedErrors } from "./error-lines.ts";
import { type KindErrors, kindErrors } from "./lens-errors.ts";

/** The option of verbs that can convert with a draft that does not compile. */
export const undecidedOption = { "allow-undecided": { type: "boolean" } } as const;

/** How kinds whose lenses do not compile are treated. `refused`: an error. `marked`: used, with a warning for each object. */
export type UndecidedPolicy = "refused" | "marked";

/** The setting of `--allow-undecided`. */
export function undecidedPolicyOf(options: Readonly<Record<string, unknown>>): UndecidedPolicy {
  return options["allow-undecided"] === true ? "marked" : "refused";
}

/** A kind to compile, and its folder, which error messages name. */
export interface LoadedKind {
  readonly kind: Kind;
  readonly folder: string;
  /** True if code may add lenses to those of the YAML files: then errors in how the lenses join the versions are ignored. */
  readonly isPartial?: boolean;
}

/**
 * Compiles kinds and returns them, with drafts (kinds that do not compile) marked as undecided. Throws {@link UsageError} with
 * all errors if there is a draft that `undecided` refuses or that can't run.
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
    throw new UsageError(undecidedText(refused.map(({ each, errors }) => ({ ...each, errors }))));
  }
  return found.map(({ each, errors }) =>
    hasErrors(errors) ? { ...each, kind: reportingUndecided(each.kind, errors) } : each,
  );
}

function hasErrors({ graphErrors, faultyLenses }: KindErrors): boolean {
  return graphErrors.length + faultyLenses.length > 0;
}

/** The kind with its faulty lenses changed so that they report each object that they convert as undecided. */
function reportingUndecided(kind: Kind, { faultyLenses }: KindErrors): Kind {
  const edges = new Set(faultyLenses.map(({ edge }) => edge));
  return {
    ...kind,
    undecided: true,
    edges: kind.edges.map((edge) => (edges.has(edge) ? undecidedEdge(edge) : edge)),
  };
}

/**
 * The most errors of one kind that are shown: a new draft of a large kind has hundreds. The number is a choice: so many fit on
 * a screen.
 */
const maxLines = 20;

/** A message with every kind that does not compile, its errors, and what to do. */
function undecidedText(refused: readonly (LoadedKind & { readonly errors: KindErrors })[]): string {
  const lines = refused.flatMap(({ kind, folder, errors }) => {
    const all = errorLines(placedErrors(errors, folder));
    const more = all.length - maxLines;
    return [
      `the conversion of ${groupKindText(kind)} does not compile, so it is not used:`,
      ...all.slice(0, maxLines),
      ...(more > 0 ? [`and ${more} more`] : []),
    ];
  });
  const isDraft = refused.every(({ errors }) => errors.isRunnable);
  const hint = isDraft
    ? "customhouse check --verbose shows the rules and what becomes of the fields. To try a draft: customhouse convert, or customhouse serve on loopback, with --allow-undecided"
    : "customhouse check --verbose shows the rules and what becomes of the fields";
  return [...lines, hint].join("\n");
}
