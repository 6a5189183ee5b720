import type { Time } from "../row.ts";
import { setOf } from "./figures.ts";

/** How the subjects begin whose bars stand out. */
const own = "customhouse";

const titles: Readonly<Record<string, string>> = {
  peers: "CPU time of a review over HTTP",
  "cold-start": "Cold start: from spawn to the first response",
};

const width = 800;
const columns = 2;
const columnWidth = width / columns;
const margin = 16;
/** Where bars begin within their column, and the space of a value behind its bar. */
const left = 206;
const right = 78;
const rowHeight = 20;
const barHeight = 12;
const titleHeight = 34;
const headHeight = 28;
const gap = 14;
const plot = columnWidth - left - right;

/**
 * The times as an SVG: for each set a title, for each name in it a panel, in two columns, with a bar for each subject, the
 * shortest first. Each panel has a scale of its own. Readable in light and dark.
 */
export function chartOf(times: readonly Time[]): string {
  const drawn: string[] = [];
  let top = 8;
  for (const [set, title] of Object.entries(titles)) {
    const panels = [...Map.groupBy(ofSet(times, set), ({ name }) => name)];
    if (panels.length === 0) continue;
    drawn.push(`<text class="title" x="${margin}" y="${top + 20}">${escaped(title)}</text>`);
    top += titleHeight;
    for (let index = 0; index < panels.length; index += columns) {
      const side = panels.slice(index, index + columns);
      for (const [column, [name, bars]] of side.entries()) {
        drawn.push(...panelAt(column * columnWidth, top, name.slice(set.length + 1), bars));
      }
      top += headHeight + Math.max(...side.map(([, bars]) => bars.length)) * rowHeight + gap;
    }
  }
  const size = `width="${width}" height="${top}" viewBox="0 0 ${width} ${top}"`;
  return `${[
    `<svg xmlns="http://www.w3.org/2000/svg" ${size} role="img" aria-label="CPU time of a review, one bar for each webhook, and cold starts">`,
    style,
    `<rect class="ground" width="${width}" height="${top}"/>`,
    ...drawn,
    "</svg>",
  ].join("\n")}\n`;
}

function ofSet(times: readonly Time[], set: string): readonly Time[] {
  return times.filter((time) => setOf(time) === set);
}

const style = `<style>
  svg { --ground: #fff; --ink: #1f2328; --faint: #656d76; --rule: #d0d7de; --own: #2f7d4f; --other: #8c959f; }
  @media (prefers-color-scheme: dark) {
    svg { --ground: #0d1117; --ink: #e6edf3; --faint: #9198a1; --rule: #3d444d; --own: #56b27a; --other: #6e7681; }
  }
  text { font: 13px system-ui, sans-serif; fill: var(--ink); }
  .ground { fill: var(--ground); }
  .title { font-size: 15px; font-weight: 600; }
  .name { font-weight: 600; }
  .own { fill: var(--own); }
  .other { fill: var(--other); }
  .axis { stroke: var(--rule); }
</style>`;

function panelAt(x: number, top: number, name: string, times: readonly Time[]): string[] {
  const most = Math.max(...times.map(({ value }) => value));
  const [first, start] = [top + headHeight, x + left];
  const sorted = times.toSorted((a, b) => a.value - b.value);
  return [
    ...(name === ""
      ? []
      : [`<text class="name" x="${x + margin}" y="${top + 18}">${escaped(name)}</text>`]),
    `<line class="axis" x1="${start}" y1="${first}" x2="${start}" y2="${first + times.length * rowHeight}"/>`,
    ...sorted.flatMap((time, index) => {
      return barAt(start, first + index * rowHeight, time, (time.value / most) * plot);
    }),
  ];
}

function barAt(start: number, top: number, time: Time, length: number): string[] {
  const { subject, value, unit } = time;
  const base = top + rowHeight / 2 + 4.5;
  return [
    `<text x="${start - 8}" y="${base}" text-anchor="end">${escaped(subject)}</text>`,
    `<rect class="${subject.startsWith(own) ? "own" : "other"}" x="${start}" y="${top + (rowHeight - barHeight) / 2}" width="${length.toFixed(1)}" height="${barHeight}"/>`,
    `<text x="${(start + length + 8).toFixed(1)}" y="${base}">${valueText(value)} ${unit}</text>`,
  ];
}

/** Three digits: 63.4, 147, 3,410. */
function valueText(value: number): string {
  return value < 100 ? value.toFixed(1) : Math.round(value).toLocaleString("en-US");
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
