import { type Side, sides } from "../../../../converter/side.ts";
import { counted } from "../../../../json/counted.ts";
import type { FieldOutcome, LensFault } from "../../../../lens/ops/analysis/lens-analysis.ts";
import { ruleText } from "../../../../lens/ops/rule-text.ts";
import { linksBetween, type RowLink } from "./links.ts";
import { escapedHtml } from "./markup.ts";
import { outcomeMarks } from "./outcome-marks.ts";
import type { TreeRow, TreeRowPair } from "./visible-rows.ts";

/** The height of a row in pixels, as in the style sheet. */
const rowHeight = 22;
/** The width of the space between the trees in pixels, as in the style sheet. */
const gutterWidth = 240;
/** The length in pixels of a line from a field without a counterpart. The line's word fits into the rest of the gutter. */
const stubLength = 40;

/** The rows per strip. A strip is never split over two printed pages; its lines continue in the next strip. */
const stripRows = 20;

/** Two trees side by side with a line for each rule between them. */
export function crosswalkDrawing(
  versions: Readonly<Record<Side, string>>,
  pairs: readonly TreeRowPair[],
  faults: readonly LensFault[],
): string {
  const links = linksBetween(pairs);
  const faulty = new Set(faults.map(({ path }) => path));
  const strips: string[] = [];
  for (let start = 0; start < pairs.length; start += stripRows) {
    const rows = pairs.slice(start, start + stripRows);
    const [from, to] = sides.map((side) => {
      const lines = rows.map((pair, at) =>
        rowHtml(pair[side], { side, at: start + at, links, faulty }),
      );
      return `<div class="tree ${side}">${lines.join("")}</div>`;
    });
    strips.push(`<div class="strip">${from}${svg(links, start, rows.length)}${to}</div>`);
  }
  const [older, newer] = [versions.from, versions.to].map(
    (name) => `<h3>${escapedHtml(name)}</h3>`,
  );
  return `<div class="drawing"><div class="strip heads">${older}<span></span>${newer}</div>${strips.join("")}</div>`;
}

interface RowContext {
  readonly side: Side;
  readonly at: number;
  readonly links: readonly RowLink[];
  readonly faulty: ReadonlySet<string>;
}

function rowHtml(row: TreeRow | undefined, { side, at, links, faulty }: RowContext): string {
  if (row === undefined) return '<div class="row"></div>';
  const own = links.flatMap((link, index) => (link[side] === at ? [index] : []));
  const mark =
    row.fields.some(({ path }) => faulty.has(path)) || faulty.has(row.path) ? " faulty" : "";
  const attributes = `style="--depth:${row.depth}" title="${escapedHtml(row.path)}" data-links="${own.join(" ")}"`;
  const label = `<span class="label">${escapedHtml(row.label)}</span>`;
  if (row.outcome === undefined) return `<div class="row map${mark}" ${attributes}>${label}</div>`;
  const content = `${foldedLabel(row, label)}${outcomeBadge(row.outcome)}`;
  return `<div class="row ${row.outcome}${mark}" ${attributes}>${content}</div>`;
}

/** The label of a row as HTML. For a row of several fields, it opens a list of their paths. */
function foldedLabel({ fields, size }: TreeRow, label: string): string {
  if (size < 2) return label;
  const items = fields.map(({ path }) => `<li>${escapedHtml(path)}</li>`);
  return `<details><summary>${label} <i>${counted(size, "field")}</i></summary><ul>${items.join("")}</ul></details>`;
}

/** The letter of an outcome in its colour, as HTML. */
export function outcomeBadge(outcome: FieldOutcome): string {
  return `<b class="badge ${outcome}" title="${outcome}">${escapedHtml(outcomeMarks[outcome].letter)}</b>`;
}

/** The SVG of a strip: the part of each line that lies within the strip's rows. */
function svg(links: readonly RowLink[], start: number, rows: number): string {
  const [top, height] = [start * rowHeight, rows * rowHeight];
  const lines = links.map((link, index) =>
    passesRows(link, start, start + rows - 1) ? linkSvg(link, index) : "",
  );
  return `<svg class="lines" width="${gutterWidth}" height="${height}" viewBox="0 ${top} ${gutterWidth} ${height}" role="img" aria-label="which field becomes which: the table below has the same">${lines.join("")}</svg>`;
}

function passesRows({ from, to }: RowLink, first: number, last: number): boolean {
  const ends = [from ?? to ?? 0, to ?? from ?? 0];
  return Math.min(...ends) <= last && Math.max(...ends) >= first;
}

function linkSvg(link: RowLink, index: number): string {
  const title = `<title>${escapedHtml(linkTitle(link))}</title>`;
  const { path, word } = linkShape(link);
  const line = `<path d="${path}" ${outcomeStroke(link.outcome)}/>`;
  const text =
    word === undefined
      ? ""
      : `<text x="${word.x}" y="${word.y}"${word.isLeft ? "" : ' text-anchor="end"'}>${link.outcome}</text>`;
  return `<g class="link ${link.outcome}" data-link="${index}">${title}${line}${text}</g>`;
}

/** The tooltip of a line: its outcome, such as `preserved`, and the rules that the line stands for. */
export function linkTitle({ outcome, rules }: RowLink): string {
  const texts = rules.map(ruleText);
  return texts.length === 0 ? outcome : `${outcome}: ${texts.join("; ")}`;
}

/**
 * A line between two fields, or a stub that leads from one field to a word. Coordinates in pixels: x from the left edge of
 * the gutter between the columns, y from the top of the first row.
 */
interface LinkShape {
  /** The `d` of an SVG path. */
  readonly path: string;
  /** For a stub: where its word begins, or ends if the stub is at the right. */
  readonly word?: { readonly x: number; readonly y: number; readonly isLeft: boolean };
}

/** The shape of a line between two rows, which are given by index from the top. If one row is undefined: a stub at the other. */
export function linkShape({ from, to }: Pick<RowLink, "from" | "to">): LinkShape {
  if (from !== undefined && to !== undefined) {
    const [y1, y2] = [middleOfRow(from), middleOfRow(to)];
    const bend = Math.round(gutterWidth * 0.45);
    return { path: `M0 ${y1}C${bend} ${y1} ${gutterWidth - bend} ${y2} ${gutterWidth} ${y2}` };
  }
  const isLeft = from !== undefined;
  const y = middleOfRow(from ?? to ?? 0);
  const [start, end] = isLeft ? [0, stubLength] : [gutterWidth, gutterWidth - stubLength];
  return {
    path: `M${start} ${y}H${end}`,
    word: { x: isLeft ? end + 5 : end - 5, y: y + 4, isLeft },
  };
}

function middleOfRow(row: number): number {
  return row * rowHeight + rowHeight / 2;
}

/** The pattern of an outcome's line. The style sheet sets its colour. */
export function outcomeStroke(outcome: FieldOutcome): string {
  const { dashes, width } = outcomeMarks[outcome];
  const pattern = dashes === "" ? "" : ` stroke-dasharray="${dashes}"`;
  return `stroke-width="${width}"${pattern}${outcome === "preserved" ? ' stroke-linecap="round"' : ""}`;
}
