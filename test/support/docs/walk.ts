import { isObject, type JsonObject, member } from "../../../lib/json/value.ts";
import { type ExampleKind, exampleObject, keptIn, withoutStash } from "./example-kind.ts";
import type { Kept, LensStep } from "./lens-cases.ts";

/** An object as an example shows it: without the preserved values in its annotations, which are in `kept`. */
export interface Shown {
  readonly object: JsonObject | string;
  readonly kept: Readonly<Record<string, Kept>>;
}

/** The objects and preserved values that the steps of an example show. */
export function shownIn(steps: readonly LensStep[]): readonly Shown[] {
  return steps.map(({ version, body, kept }) => ({
    object: withoutStash(exampleObject(version, body)),
    kept,
  }));
}

/** The first step's object after each step: edited if the step is an edit, else converted to the step's version. */
export function walked(steps: readonly LensStep[], convert: ExampleKind): readonly Shown[] {
  const shown: Shown[] = [];
  let object: JsonObject | string = {};
  for (const [index, { version, isEdit, body }] of steps.entries()) {
    const isGiven = index === 0 || isEdit;
    if (isGiven) object = edited(object, exampleObject(version, body));
    else object = typeof object === "string" ? object : convert(object, version).object;
    const bare = typeof object === "string" ? object : withoutStash(object);
    shown.push({ object: bare, kept: isGiven || typeof object === "string" ? {} : keptIn(object) });
  }
  return shown;
}

/** The edited object, with the annotations that the object before the edit had, and its own. */
function edited(before: JsonObject | string, after: JsonObject): JsonObject {
  const [old, now] = [before, after].map((object) =>
    typeof object === "string" ? undefined : member(object, "metadata"),
  );
  const annotations = [old, now].map((metadata) =>
    isObject(metadata) ? member(metadata, "annotations") : undefined,
  );
  const [kept, own] = annotations.map((map) => (isObject(map) ? map : {}));
  return {
    ...after,
    metadata: { ...(isObject(now) ? now : {}), annotations: { ...kept, ...own } },
  };
}
