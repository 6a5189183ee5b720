import type { KindView, ObjectView, PageState, ReviewView } from "../page-state.ts";
import { crosswalkElement, legendElement } from "./crosswalk.ts";
import { element, elementById } from "./elements.ts";
import { receiveEvents } from "./events.ts";
import { objectElement } from "./object.ts";

/** The most reviews that are shown, equal to the number that `customhouse dev` stores. */
const maxReviews = 100;

let state: PageState | undefined;
let chosenKind = "";
/** The name of the object that is chosen for each kind, by the kind's name. */
const chosenObjects = new Map<string, string>();
const openReviews = new Set<number>();

void receiveEvents(() => location.hash.slice(1), {
  state: (next) => {
    state = next;
    draw();
  },
  review: (review) => {
    if (state === undefined) return;
    state = { ...state, reviews: [review, ...state.reviews].slice(0, maxReviews) };
    draw();
  },
  status: (name, text) => {
    elementById("status").className = name;
    elementById("status").textContent = text;
  },
});

function draw(): void {
  if (state === undefined) return;
  const { kinds, loaded } = state;
  if (!kinds.some(({ name }) => name === chosenKind)) chosenKind = kinds[0]?.name ?? "";
  elementById("status").textContent = `live, loaded at ${loaded}`;
  const focused = document.activeElement?.id ?? "";
  const { problems, reviews } = state;
  replaceContent("problems", problemElements(state), problems);
  replaceContent("kinds", kinds.map(kindButton), [chosenKind, kinds.map(({ name }) => name)]);
  replaceContent("kind", kindElements(state), [
    kinds.find(({ name }) => name === chosenKind),
    chosenObjects.get(chosenKind),
    reviews.flatMap(({ objects }) => objects.filter(({ kind }) => kind === chosenKind)),
  ]);
  elementById("reviews").replaceChildren(...reviews.map(reviewElement));
  if (focused !== "") document.getElementById(focused)?.focus({ preventScroll: true });
}

/** The facts that each element shows now, as JSON, by the element's id. */
const shown = new Map<string, string>();

/** Replaces the content of an element if its facts changed. An unchanged element keeps its scroll position. */
function replaceContent(id: string, content: readonly HTMLElement[], facts: unknown): void {
  const text = JSON.stringify(facts ?? null);
  if (shown.get(id) === text) return;
  shown.set(id, text);
  elementById(id).replaceChildren(...content);
}

function problemElements({ problems }: PageState): readonly HTMLElement[] {
  return problems.map(({ folder, text, served }) => {
    const title =
      served === undefined
        ? `${folder} is not served until this is solved`
        : `${served} is still served as it was before: ${folder} can't be served as saved`;
    return element(
      "article",
      { class: "problem" },
      element("h2", {}, title),
      element("pre", {}, text),
    );
  });
}

function kindButton({ name }: KindView, index: number): HTMLElement {
  const click = (): void => {
    chosenKind = name;
    draw();
  };
  return element(
    "button",
    { id: `kind-${index}`, "aria-pressed": String(name === chosenKind), click },
    name,
  );
}

function kindElements({ kinds, reviews, marks }: PageState): readonly HTMLElement[] {
  const kind = kinds.find(({ name }) => name === chosenKind);
  if (kind === undefined) return [element("p", { class: "hint" }, "no kind is served yet")];
  const objects = objectsOf(kind, reviews);
  const chosen = objects.find(({ key }) => key === chosenObjects.get(kind.name)) ?? objects[0];
  return [
    element("h2", {}, kind.name),
    element("p", { class: "hint" }, `${kind.versions.join(", ")}; from ${kind.folder}`),
    element(
      "div",
      { class: "choices", role: "group", "aria-label": "objects" },
      ...objects.map((each, index) => objectButton(kind, each, index, each === chosen)),
    ),
    chosen === undefined
      ? element("p", { class: "hint" }, "no samples, and no objects in reviews yet")
      : objectElement(chosen.object),
    ...(kind.crosswalks.length === 0
      ? []
      : [element("h2", {}, "What becomes of each field"), legendElement(marks)]),
    ...kind.crosswalks.map((walk) => crosswalkElement(walk, marks)),
  ];
}

/** An object that the user can choose to see. */
interface KnownObject {
  readonly key: string;
  readonly label: string;
  readonly object: ObjectView;
}

/** A kind's samples, and the last state of each of its objects in the reviews. */
function objectsOf(kind: KindView, reviews: readonly ReviewView[]): readonly KnownObject[] {
  const seen = new Map<string, KnownObject>();
  for (const { time, objects } of reviews) {
    for (const object of objects.filter((each) => each.kind === kind.name)) {
      const key = seenKey(object);
      if (!seen.has(key)) {
        seen.set(key, { key, label: `${object.name} (${object.version}, seen ${time})`, object });
      }
    }
  }
  const samples = kind.samples.map((object, index) => ({
    key: `sample ${index} ${object.name}`,
    label: `${object.name} (${object.version}, sample)`,
    object,
  }));
  return [...samples, ...seen.values()];
}

function seenKey({ name, version }: ObjectView): string {
  return `seen ${version} ${name}`;
}

function objectButton(
  kind: KindView,
  { key, label }: KnownObject,
  index: number,
  isChosen: boolean,
): HTMLElement {
  const click = (): void => {
    chosenObjects.set(kind.name, key);
    draw();
  };
  return element(
    "button",
    { id: `object-${index}`, "aria-pressed": String(isChosen), click },
    label,
  );
}

function reviewElement(review: ReviewView): HTMLElement {
  const { id, time, verb, kind, subject, outcome, hasSucceeded, ms, notes, objects, more } = review;
  const summary = element(
    "summary",
    { id: `review-${id}` },
    element("time", {}, time),
    ` ${verb} ${kind} ${subject} `,
    element("span", { class: hasSucceeded ? "succeeded" : "failed" }, outcome),
    element("span", { class: "faint" }, ms === undefined ? "" : ` ${ms.toFixed(1)} ms`),
  );
  const others = more === 0 ? [] : [element("p", { class: "hint" }, `${more} more, not shown`)];
  const details = element(
    "details",
    {},
    summary,
    element(
      "div",
      { class: "more" },
      ...notes.map((note) => element("p", { class: "note" }, note)),
      ...objects.map(seenButton),
      ...others,
    ),
  );
  details.open = openReviews.has(id);
  details.addEventListener("toggle", () => {
    if (details.open) openReviews.add(id);
    else openReviews.delete(id);
  });
  return element("li", {}, details);
}

function seenButton(object: ObjectView): HTMLElement {
  const click = (): void => {
    chosenKind = object.kind;
    chosenObjects.set(object.kind, seenKey(object));
    draw();
    elementById("kind").focus();
  };
  return element("button", { click }, `show ${object.name}`);
}
