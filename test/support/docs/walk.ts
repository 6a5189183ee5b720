import { isObject, type JsonObject, member } from "../../../lib/json/value.ts";
import { type ExampleKind, exampleObject, keptIn, withoutStash } from "./example-kind.ts";
import type { Kept, LensStep } from "./lens-cases.ts";

/** An object as an example shows it: without what is kept in annotations, which stands beside it. */
export interface Shown {
  readonly object: JsonObject | string;
  readonly kept: Readonly<Record<string, Kept>>;
}

/** What the steps of an example say. */
export function shownIn(steps: readonly LensStep[]): readonly Shown[] {
  return steps.map(({ version, body, kept }) => ({
    object: withoutStash(exampleObject(version, body)),
    kept,
  }));
}

/** What becomes of the first step's object on its way: edited where a step says so, else converted to its version. */
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

/** An object with the annotations of the one that it was, and its own. */
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
