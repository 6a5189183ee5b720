import { counted } from "../../json/counted.ts";
import type { RewriteReport } from "../rewrite/rewrite-objects.ts";

/**
 * The most objects that messages name for each type of fault. The number is a choice: they fit on a screen and mostly have the
 * same cause.
 */
const maxObjectsPerFault = 20;

/** How many objects were rewritten (by this run or another client), needed no rewrite or were deleted, in one sentence. */
export function rewriteNote({
  objects,
  rewritten,
  unchanged,
  skipped,
  changedByOthers,
  gone,
}: RewriteReport): string {
  return `${rewritten + changedByOthers} of ${objects} objects were rewritten, ${unchanged + skipped} needed no rewrite, ${gone} were deleted meanwhile`;
}

/** A message for each object that was refused or lost its managedFields, and for an early end, each with its remedy. */
export function rewriteFaults({ refused, wiped, stopped }: RewriteReport): readonly string[] {
  return [
    ...namedLines(
      refused.map(
        ({ object, status, message }) =>
          `${object} was not rewritten: ${status} ${message}: correct the object, and run the step again`,
      ),
    ),
    ...namedLines(
      wiped.map(
        (object) =>
          `${object} lost its managedFields, because the API server could not convert them: apply its manifest again by server-side apply`,
      ),
    ),
    ...(stopped === undefined ? [] : [`the rewrite stopped: ${stopped}; run the step again`]),
  ];
}

function namedLines(lines: readonly string[]): readonly string[] {
  const more = lines.length - maxObjectsPerFault;
  if (more <= 0) return lines;
  return [
    ...lines.slice(0, maxObjectsPerFault),
    `and ${counted(more, "more object")} with such a fault`,
  ];
}
