import { type Colours, coloursFor } from "./colours.ts";

/** Colours and width of a report. */
export interface TerminalStyle {
  readonly colours: Colours;
  /** Characters per line. */
  readonly width: number;
}

/** Characters per line if the output is not a terminal: wide enough for two versions side by side. */
const defaultWidth = 120;

/** The style for standard output. */
export function outputStyle(): TerminalStyle {
  return { colours: coloursFor(process.stdout), width: process.stdout.columns ?? defaultWidth };
}
