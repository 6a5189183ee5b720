import type { JsonObject } from "../../json/value.ts";

/**
 * Which conversions of an example must give exactly the other object: `forth` is from the older version to the newer one, `back`
 * the opposite, `both` each of them.
 */
export const exampleWays = ["both", "forth", "back"] as const;

/** One of {@link exampleWays}. */
export type ExampleWay = (typeof exampleWays)[number];

/** One object at two versions, as an author writes it: a test of the conversions between them. */
export interface Example {
  /**
   * The object at each of two versions: its body, and in `metadata` its name, namespace, labels and annotations if they matter.
   * For an example of a kind, the first version is the older one; for an example of a lens, the lens's `from` is.
   */
  readonly objects: Readonly<Record<string, JsonObject>>;
  /** Which conversions to test. Default: `both`. */
  readonly way?: ExampleWay;
  /** Where the example is written. */
  readonly at?: ExamplePosition;
}

/** A position in a file. Line and column count from 1. */
interface ExamplePosition {
  readonly line: number;
  readonly column: number;
  /** Path relative to the kind's folder. Left out for the lens's own file. */
  readonly file?: string;
}

/** An object of an example, with its version. */
export interface ExampleObject {
  readonly version: string;
  /** In the form of {@link Example.objects}. */
  readonly object: JsonObject;
}

/** An example, with the objects of the older and of the newer version told apart. */
export interface OrderedExample {
  readonly older: ExampleObject;
  readonly newer: ExampleObject;
  readonly way: ExampleWay;
  /** Where the example is written, for messages: `conversion.yaml:12:3`; a text such as `example 2 of v1 and v2` if not known. */
  readonly place: string;
}

/** The parts of a lens that its examples need. */
interface LensExamples {
  readonly from: string;
  readonly to: string;
  readonly file?: string;
  readonly examples?: readonly Example[];
}

/**
 * The examples of a kind's lenses, then those of the kind itself. Throws a TypeError for an example without exactly two objects,
 * or with a version that its lens does not have.
 */
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
      return orderedExample(example, { from, to }, place);
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
    return orderedExample(example, { from, to }, place);
  });
}

function orderedExample(
  { objects, way = "both" }: Example,
  { from, to }: { readonly from: string; readonly to: string },
  place: string,
): OrderedExample {
  const { [from]: older, [to]: newer, ...others } = objects;
  if (older === undefined || newer === undefined || Object.keys(others).length > 0) {
    const versions = from === "" || to === "" ? "two versions" : `${from} and ${to}`;
    throw new TypeError(
      `${place} must have one object for each of ${versions}, and no other member`,
    );
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
