import type { ObjectView, VersionView } from "../page-state.ts";
import { element } from "./elements.ts";

/** Creates the element that shows an object in all its versions side by side. */
export function objectElement(object: ObjectView): HTMLElement {
  const texts = object.versions.map(({ text }) => new Set(text?.split("\n")));
  const versions = object.versions.map((version, at) =>
    versionElement(version, {
      isOwn: version.name === object.version,
      others: texts.filter((_, other) => other !== at),
    }),
  );
  return element("div", { class: "versions" }, ...versions);
}

interface VersionContext {
  /** True for the version that the object was written in. */
  readonly isOwn: boolean;
  readonly others: readonly ReadonlySet<string>[];
}

/** Creates the element of an object in one version. Lines that at least one other version lacks are marked. */
function versionElement(
  { name, text, notes }: VersionView,
  { isOwn, others }: VersionContext,
): HTMLElement {
  const lines = (text ?? "").trimEnd().split("\n");
  const marked = lines.map((line) =>
    others.every((other) => other.has(line))
      ? element("span", {}, `${line}\n`)
      : element("span", { class: "own" }, `${line}\n`),
  );
  const state = text === undefined ? "can't be converted" : isOwn ? "as written" : "converted";
  const label = `${name}, ${state}`;
  return element(
    "section",
    { class: text === undefined ? "version failed" : "version", "aria-label": label },
    element("h4", {}, name, element("span", {}, state)),
    ...notes.map((note) => element("p", { class: "note" }, note)),
    ...(text === undefined
      ? []
      : [
          element(
            "pre",
            { tabindex: "0", role: "region", "aria-label": `the object at ${name}` },
            ...marked,
          ),
        ]),
  );
}
