import type { Kind } from "../../../kind/kind.ts";
import { undecidedEdge } from "../../../kind/undecided.ts";
import { UsageError } from "../../command.ts";
import { errorLines } from "./error-lines.ts";
import { type KindErrors, kindErrors } from "./lens-errors.ts";

/** The option of the verbs that may try a draft. */
export const undecidedOption = { "allow-undecided": { type: "boolean" } } as const;

/** What becomes of a kind whose lenses do not compile: it is refused, or marked, so that every object is warned about. */
export type Undecided = "refused" | "marked";

/** What `--allow-undecided` says. */
export function undecidedIn(options: Readonly<Record<string, unknown>>): Undecided {
  return options["allow-undecided"] === true ? "marked" : "refused";
}

/** A kind to be compiled, with the folder that its errors name. */
export interface LoadedKind {
  readonly kind: Kind;
  readonly folder: string;
  /** True where code declares more of the kind than is known here: how its versions are joined is then not judged. */
  readonly isPart?: boolean;
}

/**
 * The kinds as they may be used. Throws {@link UsageError} with every error of every kind where the lenses of one do not
 * compile; where drafts are marked, only where one cannot run.
 */
export async function decided<T extends LoadedKind>(
  loaded: readonly T[],
  undecided: Undecided,
): Promise<readonly T[]> {
  const found = await Promise.all(
    loaded.map(async (each) => {
      const errors = await kindErrors(each.kind);
      return { each, errors: each.isPart === true ? { ...errors, joints: [] } : errors };
    }),
  );
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

function hasErrors({ joints, broken }: KindErrors): boolean {
  return joints.length + broken.length > 0;
}

/** A kind that says of each object that an unfinished lens converted it. */
function marked(kind: Kind, { broken }: KindErrors): Kind {
  const edges = new Set(broken.map(({ edge }) => edge));
  return {
    ...kind,
    undecided: true,
    edges: kind.edges.map((edge) => (edges.has(edge) ? undecidedEdge(edge) : edge)),
  };
}

/** Errors that are named of one kind: a fresh draft of a large kind has hundreds. */
const maxLines = 20;

/** Every kind that does not compile, with its errors and what to do. */
export function refusalText(
  refused: readonly (LoadedKind & { readonly errors: KindErrors })[],
): string {
  const lines = refused.flatMap(({ kind, folder, errors }) => {
    const all = errorLines(errors, folder);
    const more = all.length - maxLines;
    return [
      `the conversion of ${kind.kind}.${kind.group} does not compile, so it is not used:`,
      ...all.slice(0, maxLines),
      ...(more > 0 ? [`and ${more} more`] : []),
    ];
  });
  const isDraft = refused.every(({ errors }) => errors.isRunnable);
  const hint = isDraft
    ? "customhouse check shows what becomes of every field; customhouse convert, and customhouse serve on loopback, try a draft with --allow-undecided"
    : "customhouse check shows what becomes of every field";
  return [...lines, hint].join("\n");
}
