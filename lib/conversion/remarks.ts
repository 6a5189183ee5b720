import type { ConversionRemarks } from "./converter.ts";

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

/** All remarks of a review as one; unreadable values are named up to ten. */
export function summaryOf(heard: readonly Heard[]): RemarksSummary {
  if (heard.length === 0) return {};
  const sum = (count: (remarks: ConversionRemarks) => number): number =>
    heard.reduce((total, { remarks }) => total + count(remarks), 0);
  const near = heard.filter(({ remarks }) => remarks.nearest !== undefined);
  const thrown = near.find(({ remarks }) => remarks.thrown !== undefined)?.remarks.thrown;
  return {
    ...(thrown !== undefined && { thrown }),
    remarks: {
      unread: heard.flatMap(unreadPaths).slice(0, 10),
      stale: sum(({ stale }) => stale),
      foreign: sum(({ foreign }) => foreign),
      ...(near.length > 0 && { nearest: new Set(near.map(({ index }) => index)).size }),
    },
  };
}

function unreadPaths({ index, remarks }: Heard): readonly string[] {
  return remarks.unread.map((path) => `objects[${index}] ${path}`);
}
