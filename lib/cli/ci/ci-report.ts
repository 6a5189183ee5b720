/** Results of a verb such as `test` or `check` in the form of a test suite, for CI systems. */
export interface CiSuite {
  readonly name: string;
  readonly cases: readonly CiCase[];
}

/** One case of a suite. It passed if it was not skipped and has neither failures nor errors. */
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

/** A fault of a case, with its position if known. */
export interface CiFault {
  /** A summary of one line. */
  readonly title: string;
  /** The whole text; empty if there is only the title. */
  readonly text: string;
  readonly file?: string;
  /** The line in the file, counted from 1. */
  readonly line?: number;
}

/** The numbers of all cases, of those that failed, and of those that could not be tried. */
export interface CiCounts {
  readonly total: number;
  readonly failures: number;
  readonly errors: number;
}

/** Counts cases. A case counts once in `failures` if it has any failure, and once in `errors` if it has any error. */
export function countsOfCases(cases: readonly CiCase[]): CiCounts {
  return {
    total: cases.length,
    failures: cases.filter(({ failures = [] }) => failures.length > 0).length,
    errors: cases.filter(({ errors = [] }) => errors.length > 0).length,
  };
}
