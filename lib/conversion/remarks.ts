import type { ConversionRemarks } from "../converter/converter.ts";

/** What a converter had to say of one of the review's objects. */
export interface Heard {
  readonly index: number;
  readonly remarks: ConversionRemarks;
}

/** What there is to say of a whole review. */
export interface RemarksSummary {
  /** Absent where there is nothing. */
  readonly remarks?: ConversionRemarks;
  /** What a converter threw at an object that was answered with its nearest shape. */
  readonly thrown?: unknown;
}

/** Nothing to say. */
export const noRemarks: ConversionRemarks = {
  unread: [],
  rounded: [],
  stale: 0,
  heldBack: 0,
  lost: [],
};

/** All remarks of a review as one; unreadable values are named up to ten. */
export function summaryOf(heard: readonly Heard[]): RemarksSummary {
  if (heard.length === 0) return {};
  const sum = (count: (remarks: ConversionRemarks) => number): number =>
    heard.reduce((total, { remarks }) => total + count(remarks), 0);
  const near = heard.filter(({ remarks }) => remarks.nearest !== undefined);
  const drafted = heard.filter(({ remarks }) => remarks.undecided !== undefined);
  const thrown = near.find(({ remarks }) => remarks.thrown !== undefined)?.remarks.thrown;
  return {
    ...(thrown !== undefined && { thrown }),
    remarks: {
      unread: pathsIn(heard, ({ unread }) => unread),
      rounded: pathsIn(heard, ({ rounded }) => rounded),
      stale: sum(({ stale }) => stale),
      heldBack: sum(({ heldBack }) => heldBack),
      lost: pathsIn(heard, ({ lost }) => lost),
      ...(near.length > 0 && { nearest: objectsIn(near) }),
      ...(drafted.length > 0 && { undecided: objectsIn(drafted) }),
    },
  };
}

/** Each object counts once, however many steps its conversion has. */
function objectsIn(heard: readonly Heard[]): number {
  return new Set(heard.map(({ index }) => index)).size;
}

/** Paths that are named of each sort; more only cost space. */
const maxPaths = 10;

function pathsIn(
  heard: readonly Heard[],
  pathsOf: (remarks: ConversionRemarks) => readonly string[],
): readonly string[] {
  return heard
    .flatMap(({ index, remarks }) => pathsOf(remarks).map((path) => `objects[${index}] ${path}`))
    .slice(0, maxPaths);
}
