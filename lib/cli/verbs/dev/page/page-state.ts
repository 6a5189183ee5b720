import type { FieldOutcome } from "../../../../lens/ops/analysis/lens-analysis.ts";
import type { OutcomeMark } from "../../check/crosswalk/outcome-marks.ts";

/** What the page shows: texts and counts, so that a browser can read it without rounding a number. */
export interface PageState {
  readonly kinds: readonly KindView[];
  readonly problems: readonly ProblemView[];
  /** The newest first. */
  readonly reviews: readonly ReviewView[];
  /** The time of the last load, `14:03:59`. */
  readonly loaded: string;
  readonly marks: Readonly<Record<FieldOutcome, OutcomeMark>>;
}

/** A kind as it is served. */
export interface KindView {
  /** `Pizza.example.com` */
  readonly name: string;
  readonly folder: string;
  /** The versions with what is special about them: `v1 (stored)`. */
  readonly versions: readonly string[];
  readonly samples: readonly ObjectView[];
  readonly crosswalks: readonly CrosswalkView[];
}

/** A folder that can't be served as it is. */
export interface ProblemView {
  readonly folder: string;
  readonly text: string;
  /** The kind that is still served as it was before. */
  readonly served: string | undefined;
}

/** An object in every version of its kind. */
export interface ObjectView {
  readonly kind: string;
  /** `default/margherita` */
  readonly name: string;
  /** The version in which the object was written or sent. */
  readonly version: string;
  readonly versions: readonly VersionView[];
}

/** An object in one version. */
export interface VersionView {
  readonly name: string;
  /** YAML; undefined where the object can't be converted to this version. */
  readonly text: string | undefined;
  /** Why it can't be converted, or what the conversion reports. */
  readonly notes: readonly string[];
}

/** A review that was answered. */
export interface ReviewView {
  readonly id: number;
  readonly time: string;
  readonly verb: string;
  readonly kind: string;
  /** `v1 → v2 (3)`, or `v1 CREATE` */
  readonly subject: string;
  readonly outcome: string;
  readonly isWell: boolean;
  readonly ms: number | undefined;
  /** The message of the response, and values that can't be parsed, were rounded, held back or lost. */
  readonly notes: readonly string[];
  readonly objects: readonly ObjectView[];
  /** Objects of the review that are not kept. */
  readonly more: number;
}

/** The trees of a lens's versions side by side, with the lines between them. */
export interface CrosswalkView {
  readonly from: string;
  readonly to: string;
  readonly rows: readonly { readonly from?: CrosswalkRow; readonly to?: CrosswalkRow }[];
  readonly links: readonly CrosswalkLink[];
}

/** A row of a version's tree. */
export interface CrosswalkRow {
  readonly path: string;
  readonly label: string;
  readonly depth: number;
  /** Absent for a map or list whose members have their own rows. */
  readonly outcome?: FieldOutcome;
  readonly size: number;
}

/** A line between two rows, or a stub at one; its path is that of an SVG whose rows are 22 pixels high. */
export interface CrosswalkLink {
  readonly outcome: FieldOutcome;
  readonly title: string;
  readonly path: string;
  /** The word at the end of a stub. */
  readonly word?: { readonly x: number; readonly y: number; readonly isLeft: boolean };
}
