/** The content of an element: other elements, or a text, which is never parsed as HTML. */
type Content = Node | string;

/** Attributes of an element, and the handler of a click on it. */
interface Properties {
  readonly class?: string;
  readonly id?: string;
  readonly title?: string;
  readonly tabindex?: string;
  readonly role?: string;
  readonly datetime?: string;
  readonly "aria-label"?: string;
  readonly "aria-pressed"?: string;
  readonly click?: () => void;
}

/** Creates an HTML element. Data of kinds and reviews becomes text nodes and attributes, never HTML. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  { click, ...attributes }: Properties,
  ...content: readonly Content[]
): HTMLElementTagNameMap[Name] {
  const created = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) created.setAttribute(key, value);
  if (click !== undefined) created.addEventListener("click", click);
  created.append(...content);
  return created;
}

/** Creates an SVG element. */
export function svgElement(
  name: "svg" | "g" | "path" | "text" | "title",
  attributes: Readonly<Record<string, string | number>>,
  ...content: readonly Content[]
): SVGElement {
  const created = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) created.setAttribute(key, String(value));
  created.append(...content);
  return created;
}

/** The element of the document that has this id. */
export function elementById(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`the page has no element with the id ${id}`);
  return found;
}
