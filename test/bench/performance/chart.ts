import { type Figure, isMet, setOf } from "./figures.ts";

/** Rows of one set that share an axis. */
interface Panel {
  readonly set: string;
  readonly title: string;
  /** What the line at 1 stands for. */
  readonly one: string;
}

const panels: readonly Panel[] = [
  { set: "conversion", title: "Bytes to bytes in process, the gate on", one: "parse + write" },
  { set: "shared", title: "The peers' cases, in process", one: "parse + write" },
  {
    set: "lambda",
    title: "Lambda, event to answer",
    one: "parse + write",
  },
  { set: "cold-start", title: "Cold start, spawn to first answer", one: "hello world" },
  { set: "peers", title: "CPU of a review over HTTP", one: "the peer" },
];

const width = 800;
const left = 330;
const right = 90;
const rowHeight = 24;
const barHeight = 14;
const headHeight = 52;
const gap = 8;
const textWidth = 36;
const plot = width - left - right;

/** The figures as an SVG: a bar for each ratio, its target as a mark, and a line at 1. Readable in light and dark. */
export function chartOf(rows: readonly Figure[]): string {
  const drawn: string[] = [];
  let top = 44;
  for (const panel of panels) {
    const own = rows.filter((row) => setOf(row) === panel.set && row.unit.startsWith("x "));
    if (own.length === 0) continue;
    drawn.push(...panelAt(top, panel, own));
    top += headHeight + own.length * rowHeight;
  }
  const height = top + 16;
  const size = `width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"`;
  return `${[
    `<svg xmlns="http://www.w3.org/2000/svg" ${size} role="img" aria-label="Cost as ratios, with targets">`,
    style,
    `<rect class="ground" width="${width}" height="${height}"/>`,
    ...legend,
    ...drawn,
    "</svg>",
  ].join("\n")}\n`;
}

const style = `<style>
  svg { --ground: #fff; --ink: #1f2328; --faint: #656d76; --rule: #d0d7de; --met: #2f7d4f; --missed: #c2571a; --mark: #1f2328; }
  @media (prefers-color-scheme: dark) {
    svg { --ground: #0d1117; --ink: #e6edf3; --faint: #9198a1; --rule: #3d444d; --met: #56b27a; --missed: #e8935a; --mark: #e6edf3; }
  }
  text { font: 13px system-ui, sans-serif; fill: var(--ink); }
  .ground { fill: var(--ground); }
  .title { font-weight: 600; }
  .faint { fill: var(--faint); font-size: 12px; }
  .met { fill: var(--met); }
  .missed { fill: var(--missed); }
  .mark { stroke: var(--mark); stroke-width: 2; }
  .one { stroke: var(--faint); stroke-dasharray: 4 3; }
  .axis { stroke: var(--rule); }
</style>`;

const legend: readonly string[] = [
  '<rect class="met" x="16" y="14" width="14" height="12"/><text x="36" y="25">target met</text>',
  '<rect class="missed" x="122" y="14" width="14" height="12"/><text x="142" y="25">missed</text>',
  '<line class="mark" x1="208" y1="11" x2="208" y2="29"/><text x="218" y="25">target, at most</text>',
  `<text class="faint" x="${width - 16}" y="25" text-anchor="end">shorter is cheaper</text>`,
];

function panelAt(top: number, { set, title, one }: Panel, rows: readonly Figure[]): string[] {
  const most = axisEnd(rows);
  const x = (value: number): string => (left + (value / most) * plot).toFixed(1);
  const [first, last] = [top + 32, top + 32 + rows.length * rowHeight];
  return [
    `<text class="title" x="16" y="${top + 20}">${escaped(title)}</text>`,
    `<text class="faint" x="${x(1)}" y="${top + 20}" text-anchor="middle">1 = ${escaped(one)}</text>`,
    `<line class="axis" x1="${left}" y1="${first}" x2="${left}" y2="${last}"/>`,
    `<line class="one" x1="${x(1)}" y1="${first - 4}" x2="${x(1)}" y2="${last}"/>`,
    ...rows.flatMap((row, index) => barAt(first + index * rowHeight, labelOf(row, set), row, x)),
  ];
}

function barAt(top: number, label: string, row: Figure, x: (value: number) => string): string[] {
  const bar = top + (rowHeight - barHeight) / 2;
  const base = top + rowHeight / 2 + 4.5;
  const length = (Number(x(row.value)) - left).toFixed(1);
  const mark = x(row.target);
  const text = textFrom(Number(x(row.value)), Number(mark));
  return [
    `<text x="${left - 10}" y="${base}" text-anchor="end">${escaped(label)}</text>`,
    `<rect class="${isMet(row) ? "met" : "missed"}" x="${left}" y="${bar}" width="${length}" height="${barHeight}"/>`,
    `<line class="mark" x1="${mark}" y1="${bar - 3}" x2="${mark}" y2="${bar + barHeight + 3}"/>`,
    `<text x="${text.toFixed(1)}" y="${base}">${row.value.toFixed(2)}</text>`,
  ];
}

/** Where a value's text begins: after its bar, or after the target's mark where that would be under it. */
function textFrom(bar: number, mark: number): number {
  const isInTheWay = mark >= bar && mark <= bar + textWidth + gap;
  return (isInTheWay ? mark : bar) + gap;
}

/** A little more than what is longest, so that the line at 1 is always there. */
function axisEnd(rows: readonly Figure[]): number {
  return Math.max(1.1, ...rows.flatMap(({ value, target }) => [value, target]));
}

/** A row's name without its set; with whom it was measured against, where that is not the set's one floor. */
function labelOf({ name, unit }: Figure, set: string): string {
  const own = name.slice(set.length + 1);
  return set === "peers" ? `${own}, ${unit.slice(2)}` : own;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
