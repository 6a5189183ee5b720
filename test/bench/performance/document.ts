import type { Figures } from "./figures.ts";
import { restartTable } from "./restart-table.ts";
import { figureTable } from "./table.ts";

const place = /(<!-- made: ([^>]*?) -->\n)[\s\S]*?(<!-- end -->)/g;

/**
 * A document with its made parts made again: `<!-- made: figures conversion lambda -->` holds the table of these sets,
 * `<!-- made: restart -->` the times after a restart, `<!-- made: machine -->` what was measured on; each up to
 * `<!-- end -->`.
 *
 * Errors: one that names a part that nothing makes.
 */
export function madeDocument(text: string, figures: Figures): string {
  return text.replaceAll(place, (_, head: string, what: string, tail: string) => {
    return `${head}\n${part(what, figures)}\n\n${tail}`;
  });
}

function part(what: string, { machine, rows }: Figures): string {
  const [maker, ...sets] = what.split(" ");
  switch (maker) {
    case "figures":
      return figureTable(rows, sets);
    case "restart":
      return restartTable();
    case "machine":
      return `Measured on ${machine}.`;
    default:
      throw new Error(
        `docs/performance.md: nothing makes "${what}": say figures, restart or machine`,
      );
  }
}
