import type { FieldOutcome } from "../../../../lens/ops/analysis/lens-analysis.ts";
import type { OutcomeMark } from "../../check/crosswalk/outcome-marks.ts";

/** The state that the page shows. It has only texts and counts, so that a browser's JSON parser rounds no number of an object. */
export interface PageState {
  readonly kinds: readonly KindView[];
  readonly problems: readonly ProblemView[];
  /** The reviews, the newest first. */
  readonly reviews: readonly ReviewView[];
  /** The time of the last load, `14:03:59`. */
  readonly loaded: string;
  readonly marks: Readonly<Record<FieldOutcome, OutcomeMark>>;
}

/** A kind in its served state. */
export interface KindView {
  /** The kind with its group: `Pizza.example.com`. */
  readonly name: string;
  readonly folder: string;
  /** The versions with notes: `v1 (stored)`. */
  readonly versions: readonly string[];
  readonly samples: readonly ObjectView[];
  readonly crosswalks: readonly CrosswalkView[];
}

/** A folder whose present state can't be served. */
export interface ProblemView {
  readonly folder: string;
  readonly text: string;
  /** The kind whose former state is still served; undefined if there is none. */
  readonly served: string | undefined;
}

/** An object in every version of its kind. */
export interface ObjectView {
  readonly kind: string;
  /** Namespace and name: `default/margherita`. */
  readonly name: string;
  /** The version in which the object was written or sent. */
  readonly version: string;
  readonly versions: readonly VersionView[];
}

/** An object in one version. */
export interface VersionView {
  readonly name: string;
  /** The object as YAML; undefined if it can't be converted to this version. */
  readonly text: string | undefined;
  /** Why the object can't be converted, or what its conversion reports, such as rounded values. */
  readonly notes: readonly string[];
}

/** A review and its outcome. */
export interface ReviewView {
  readonly id: number;
  readonly time: string;
  readonly verb: string;
  readonly kind: string;
  /** What the review requests: `v1 → v2 (3)`, or `v1 CREATE`. */
  readonly subject: string;
  readonly outcome: string;
  readonly hasSucceeded: boolean;
  readonly ms: number | undefined;
  /** The message of the response, and counts of values that can't be parsed, were rounded, held back or lost. */
  readonly notes: readonly string[];
  readonly objects: readonly ObjectView[];
  /** The number of objects of the review that are not shown. */
  readonly more: number;
}

/** A diagram of a lens: the field trees of its two versions side by side, and lines between them. */
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

/** A line between two rows, or a short line (stub) at one row. `path` is an SVG path for rows that are 22 pixels high. */
export interface CrosswalkLink {
  readonly outcome: FieldOutcome;
  readonly title: string;
  readonly path: string;
  /** The word at the end of a stub. */
  readonly word?: { readonly x: number; readonly y: number; readonly isLeft: boolean };
}
