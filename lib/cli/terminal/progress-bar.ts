import type { LawProgress } from "../../verify/check-laws.ts";

/** The stream on which a progress bar is drawn: standard error. */
export interface BarStream {
  readonly isTTY?: boolean | undefined;
  readonly write: (text: string) => unknown;
}

interface BarState {
  readonly done: number;
  readonly total: number;
  readonly current: string;
}

/** The length of the bar in characters, so that the text beside it fits into 80 columns. */
const width = 30;

/**
 * Milliseconds between two lines if the stream is not a terminal. The number is a choice: often enough to show that work goes
 * on, and seldom enough not to fill the log of a pipeline.
 */
const intervalMs = 15_000;

/** Draws progress on one line of a terminal, which it redraws; to any other stream, writes a line every 15 seconds. */
export class ProgressBar {
  readonly #stream: BarStream;
  readonly #nowMs: () => number;
  #drawn = "";
  #lastLineMs: number;
  #hint = "";

  constructor(stream: BarStream, nowMs: () => number = Date.now) {
    this.#stream = stream;
    this.#nowMs = nowMs;
    this.#lastLineMs = nowMs();
  }

  /** Draws the progress of a kind's check. */
  show(kind: string, { law, from, to, done, total }: LawProgress): void {
    if (this.#drawn === "") this.#hint = " (use a smaller --runs while you edit)";
    this.draw(kind, { done, total, current: `${law} ${from} to ${to}` });
  }

  /** Draws the line if it changed since it was last drawn. */
  draw(what: string, { done, total, current }: BarState): void {
    const share = total === 0 ? 1 : done / total;
    const percent = `${Math.floor(share * 100)}%`.padStart(4);
    if (this.#stream.isTTY !== true) {
      this.#writeLine(`${what} ${percent} ${current}`);
      return;
    }
    const bar = "#".repeat(Math.round(share * width)).padEnd(width, ".");
    const line = `${what} [${bar}]${percent} ${current}`;
    if (line === this.#drawn) return;
    this.#drawn = line;
    this.#stream.write(`\r\u001b[K${line}`);
  }

  #writeLine(line: string): void {
    const now = this.#nowMs();
    if (now - this.#lastLineMs < intervalMs) return;
    this.#lastLineMs = now;
    this.#stream.write(`${line}${this.#hint}\n`);
    this.#hint = "";
    this.#drawn = line;
  }

  /** Removes the line from the terminal. */
  clear(): void {
    if (this.#drawn !== "" && this.#stream.isTTY === true) this.#stream.write("\r\u001b[K");
    this.#drawn = "";
  }
}
