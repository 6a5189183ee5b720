import type { Progress } from "../../verify/check-laws.ts";

/** The stream on which a progress bar is drawn: standard error. */
export interface BarStream {
  readonly isTTY?: boolean | undefined;
  readonly write: (text: string) => unknown;
}

/** The progress of a task, and its current step. */
interface BarState {
  readonly done: number;
  readonly total: number;
  readonly current: string;
}

/** The length of the bar in characters, so that the text beside it fits into 80 columns. */
const width = 30;

/** Draws progress on one line, which it redraws. Does nothing if the stream is not a terminal. */
export class ProgressBar {
  readonly #stream: BarStream;
  #drawn = "";

  constructor(stream: BarStream) {
    this.#stream = stream;
  }

  /** Draws the progress of a kind's check. */
  show(kind: string, { law, from, to, done, total }: Progress): void {
    this.draw(kind, { done, total, current: `${law} ${from} to ${to}` });
  }

  /** Draws the line if it changed since it was last drawn. */
  draw(what: string, { done, total, current }: BarState): void {
    if (this.#stream.isTTY !== true) return;
    const share = total === 0 ? 1 : done / total;
    const bar = "#".repeat(Math.round(share * width)).padEnd(width, ".");
    const percent = `${Math.floor(share * 100)}%`.padStart(4);
    const line = `${what} [${bar}]${percent} ${current}`;
    if (line === this.#drawn) return;
    this.#drawn = line;
    this.#stream.write(`\r\u001b[K${line}`);
  }

  /** Removes the line from the terminal. */
  clear(): void {
    if (this.#drawn !== "") this.#stream.write("\r\u001b[K");
    this.#drawn = "";
  }
}
