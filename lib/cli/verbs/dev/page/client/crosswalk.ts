import type { CrosswalkLink, CrosswalkRow, CrosswalkView, PageState } from "../page-state.ts";
import { element, svgElement } from "./elements.ts";

type Marks = PageState["marks"];

/** The height of a row in pixels, as in the style sheet and in the paths of the lines. */
const rowHeight = 22;
/** The width of the space between the trees in pixels, as in the style sheet and in the paths of the lines. */
const gutterWidth = 240;

/** The diagram of a lens: the two versions as trees, and a line for each rule, as in `customhouse check --html`. */
export function crosswalkElement(view: CrosswalkView, marks: Marks): HTMLElement {
  const sides = (["from", "to"] as const).map((side) =>
    element(
      "div",
      { class: `tree ${side}` },
      ...view.rows.map((pair) => rowElement(pair[side], marks)),
    ),
  );
  const [from = "", to = ""] = sides;
  const heads = [view.from, view.to].map((name) => element("h3", {}, name));
  const [first = "", second = ""] = heads;
  return element(
    "section",
    {
      class: "walk",
      tabindex: "0",
      role: "region",
      "aria-label": `crosswalk of ${view.from} and ${view.to}`,
    },
    element(
      "div",
      { class: "drawing" },
      element("div", { class: "strip heads" }, first, element("span", {}), second),
      element("div", { class: "strip" }, from, linesElement(view, marks), to),
    ),
  );
}

/** A legend that explains the marks of the diagram. */
export function legendElement(marks: Marks): HTMLElement {
  const items = Object.entries(marks).map(([outcome, { letter, meaning }]) =>
    element(
      "li",
      {},
      element("b", { class: `badge ${outcome}` }, letter),
      element("span", {}, `${outcome} `, element("i", {}, meaning)),
    ),
  );
  return element("ul", { class: "legend" }, ...items);
}

function rowElement(row: CrosswalkRow | undefined, marks: Marks): HTMLElement {
  if (row === undefined) return element("div", { class: "row" });
  const { path, label, depth, outcome, size } = row;
  const count = size > 1 ? ` (${size} fields)` : "";
  const created = element(
    "div",
    { class: `row ${outcome ?? "map"}`, title: path },
    element("span", { class: "label" }, `${label}${count}`),
  );
  if (outcome !== undefined) {
    created.append(
      element("b", { class: `badge ${outcome}`, title: outcome }, marks[outcome].letter),
    );
  }
  created.style.setProperty("--depth", String(depth));
  return created;
}

function linesElement({ rows, links }: CrosswalkView, marks: Marks): SVGElement {
  const height = rows.length * rowHeight;
  return svgElement(
    "svg",
    {
      class: "lines",
      width: gutterWidth,
      height,
      viewBox: `0 0 ${gutterWidth} ${height}`,
      role: "img",
      "aria-label": links.map(({ title }) => title).join("; "),
    },
    ...links.map((link) => lineElement(link, marks)),
  );
}

function lineElement({ outcome, title, path, word }: CrosswalkLink, marks: Marks): SVGElement {
  const { dashes, width } = marks[outcome];
  const line = { d: path, "stroke-width": width };
  return svgElement(
    "g",
    { class: `link ${outcome}` },
    svgElement("title", {}, title),
    svgElement("path", dashes === "" ? line : { ...line, "stroke-dasharray": dashes }),
    ...(word === undefined
      ? []
      : [
          svgElement(
            "text",
            { x: word.x, y: word.y, "text-anchor": word.isLeft ? "start" : "end" },
            outcome,
          ),
        ]),
  );
}
