import type { JsonObject } from "../../json/value.ts";

/** Which conversions of an example must give exactly the other object: `forth` is from the older version to the newer one. */
export const exampleWays = ["both", "forth", "back"] as const;

/** One of {@link exampleWays}. */
export type ExampleWay = (typeof exampleWays)[number];

/** An object at two versions, as somebody writes it. */
export interface Example {
  /**
   * The object by version: its body, and in `metadata` its name, namespace, labels and annotations, as far as they matter.
   * Of two versions; the older one is first, unless the example belongs to a lens, which says which one that is.
   */
  readonly objects: Readonly<Record<string, JsonObject>>;
  /** Default: `both`. */
  readonly way?: ExampleWay;
  /** Where it is written. */
  readonly at?: ExamplePosition;
}

/** A place in a file. Line and column count from 1. */
interface ExamplePosition {
  readonly line: number;
  readonly column: number;
  /** Relative to the kind's folder; left out where it is the lens's own file. */
  readonly file?: string;
}

/** An object of an example, with its version. */
export interface ExampleObject {
  readonly version: string;
  /** As in {@link Example.objects}. */
  readonly object: JsonObject;
}

/** An example with its versions told apart. */
export interface OrderedExample {
  readonly older: ExampleObject;
  readonly newer: ExampleObject;
  readonly way: ExampleWay;
  /** Where it is written, for messages: `conversion.yaml:12:3`, or `example 2 of v1 and v2`. */
  readonly place: string;
}

/** A lens, as far as its examples need it. */
interface LensExamples {
  readonly from: string;
  readonly to: string;
  readonly file?: string;
  readonly examples?: readonly Example[];
}

/** The examples of a kind, first those of its lenses. Throws a TypeError for one that is not of two versions, or not of its lens's. */
export function orderedExamples({
  lenses,
  examples = [],
}: {
  readonly lenses: readonly LensExamples[];
  readonly examples?: readonly Example[];
}): readonly OrderedExample[] {
  return [
    ...lenses.flatMap(examplesOfLens),
    ...examples.map((example, index) => {
      const place = examplePosition(example, undefined) ?? `example ${index + 1} of the kind`;
      const [from = "", to = ""] = Object.keys(example.objects);
      return ordered(example, { from, to }, place);
    }),
  ];
}

function examplesOfLens({
  from,
  to,
  file,
  examples = [],
}: LensExamples): readonly OrderedExample[] {
  return examples.map((example, index) => {
    const place = examplePosition(example, file) ?? `example ${index + 1} of ${from} and ${to}`;
    return ordered(example, { from, to }, place);
  });
}

function ordered(
  { objects, way = "both" }: Example,
  { from, to }: { readonly from: string; readonly to: string },
  place: string,
): OrderedExample {
  const { [from]: older, [to]: newer, ...others } = objects;
  if (older === undefined || newer === undefined || Object.keys(others).length > 0) {
    const versions = from === "" || to === "" ? "two versions" : `${from} and ${to}`;
    throw new TypeError(`${place} must have an object of ${versions}, and nothing else`);
  }
  return {
    older: { version: from, object: older },
    newer: { version: to, object: newer },
    way,
    place,
  };
}

function examplePosition({ at }: Example, file: string | undefined): string | undefined {
  return at && [at.file ?? file ?? "line", at.line, at.column].join(":");
}
