/** Results as CI systems show them, whatever verb they come from. */
export interface CiSuite {
  readonly name: string;
  readonly cases: readonly CiCase[];
}

/** One case of a suite; it passed where it was not skipped and has neither failures nor errors. */
export interface CiCase {
  readonly name: string;
  readonly file?: string;
  readonly isSkipped?: boolean;
  /** Faults that were found when the case was tried. */
  readonly failures?: readonly CiFault[];
  /** Faults because of which the case could not be tried. */
  readonly errors?: readonly CiFault[];
  /** Warnings, which JUnit's XML can't represent. */
  readonly warnings?: readonly CiFault[];
}

/** What is wrong, and where. */
export interface CiFault {
  /** A summary of one line. */
  readonly title: string;
  /** The whole text; empty where the title is all. */
  readonly text: string;
  readonly file?: string;
  /** The line in the file, counted from 1. */
  readonly line?: number;
}

/** How many cases there are, and how many of them failed or could not be tried. */
export interface CiCounts {
  readonly total: number;
  readonly failures: number;
  readonly errors: number;
}

/** Counts cases: one with several faults counts once. */
export function countsOfCases(cases: readonly CiCase[]): CiCounts {
  return {
    total: cases.length,
    failures: cases.filter(({ failures = [] }) => failures.length > 0).length,
    errors: cases.filter(({ errors = [] }) => errors.length > 0).length,
  };
}
