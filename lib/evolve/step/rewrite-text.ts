import type { RewriteReport } from "../rewrite/rewrite-objects.ts";

/** The most objects of a report that are named. */
const maxNamed = 20;

/** A line about what was rewritten. */
export function rewriteNote({
  objects,
  rewritten,
  unchanged,
  skipped,
  gone,
}: RewriteReport): string {
  return `${rewritten} of ${objects} objects were rewritten, ${unchanged + skipped} were stored right already, ${gone} were deleted meanwhile`;
}

/** What a rewrite left behind, with what fixes it. */
export function rewriteFaults({ refused, wiped, stopped }: RewriteReport): readonly string[] {
  return [
    ...named(
      refused.map(
        ({ object, status, message }) =>
          `${object} was not rewritten: ${status} ${message}: mend it, and run the step again`,
      ),
    ),
    ...named(
      wiped.map(
        (object) =>
          `${object} lost its managedFields, as the API server could not convert them: apply its manifest again by server-side apply`,
      ),
    ),
    ...(stopped === undefined ? [] : [`the rewrite stopped: ${stopped}; run the step again`]),
  ];
}

function named(lines: readonly string[]): readonly string[] {
  const more = lines.length - maxNamed;
  return more > 0 ? [...lines.slice(0, maxNamed), `and ${more} more like the last one`] : lines;
}
