import type { ConversionRemarks } from "../converter/converter.ts";

/** A converter's remarks about one object of a review. */
export interface ObjectRemarks {
  readonly index: number;
  readonly remarks: ConversionRemarks;
}

/** The remarks about a whole review. */
export interface RemarksSummary {
  /** The remarks of all objects together; absent if there are none. */
  readonly remarks?: ConversionRemarks;
  /** The first error of an author's code that did not make a conversion fail. */
  readonly thrown?: unknown;
}

/** The remarks of a conversion that has none: no paths, and all counts are zero. */
export const noConversionRemarks: ConversionRemarks = {
  unparsed: [],
  rounded: [],
  stale: 0,
  heldBack: 0,
  lost: [],
};

/**
 * Joins the remarks about all objects of a review: counts are added, and of each list of paths at most {@link maxPaths}
 * are kept.
 */
export function summaryOf(all: readonly ObjectRemarks[]): RemarksSummary {
  if (all.length === 0) return {};
  const sum = (count: (remarks: ConversionRemarks) => number): number =>
    all.reduce((total, { remarks }) => total + count(remarks), 0);
  const near = all.filter(({ remarks }) => remarks.nearest !== undefined);
  const drafted = all.filter(({ remarks }) => remarks.undecided !== undefined);
  const thrown = all.find(({ remarks }) => remarks.thrown !== undefined)?.remarks.thrown;
  return {
    ...(thrown !== undefined && { thrown }),
    remarks: {
      unparsed: pathsIn(all, ({ unparsed }) => unparsed),
      rounded: pathsIn(all, ({ rounded }) => rounded),
      stale: sum(({ stale }) => stale),
      heldBack: sum(({ heldBack }) => heldBack),
      lost: pathsIn(all, ({ lost }) => lost),
      ...(near.length > 0 && { nearest: countRemarkedObjects(near) }),
      ...(drafted.length > 0 && { undecided: countRemarkedObjects(drafted) }),
    },
  };
}

/** The number of different objects with remarks. An object may have remarks from several steps. */
function countRemarkedObjects(all: readonly ObjectRemarks[]): number {
  return new Set(all.map(({ index }) => index)).size;
}

/**
 * The most paths kept in each list. The number is a choice: enough to see which rules are concerned, and few enough for a line
 * of the log.
 */
const maxPaths = 10;

function pathsIn(
  all: readonly ObjectRemarks[],
  pathsOf: (remarks: ConversionRemarks) => readonly string[],
): readonly string[] {
  return all
    .flatMap(({ index, remarks }) => pathsOf(remarks).map((path) => `objects[${index}] ${path}`))
    .slice(0, maxPaths);
}
