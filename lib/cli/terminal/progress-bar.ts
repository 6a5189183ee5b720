import type { Progress } from "../../verify/check-kind.ts";

/** Where a bar is drawn: standard error. */
export interface BarStream {
  readonly isTTY?: boolean | undefined;
  readonly write: (text: string) => unknown;
}

/** How far something is, and what it is at. */
export interface Stage {
  readonly done: number;
  readonly total: number;
  readonly now: string;
}

const width = 30;

/** Draws how far something is, over and over on one line; on a terminal only. */
export class ProgressBar {
  readonly #stream: BarStream;
  #drawn = "";

  constructor(stream: BarStream) {
    this.#stream = stream;
  }

  /** Draws how far the check of a kind is. */
  show(kind: string, { law, from, to, done, total }: Progress): void {
    this.draw(kind, { done, total, now: `${law} ${from} to ${to}` });
  }

  /** Draws the line anew where it changed. */
  draw(what: string, { done, total, now }: Stage): void {
    if (this.#stream.isTTY !== true) return;
    const share = total === 0 ? 1 : done / total;
    const bar = "#".repeat(Math.round(share * width)).padEnd(width, ".");
    const percent = `${Math.floor(share * 100)}%`.padStart(4);
    const line = `${what} [${bar}]${percent} ${now}`;
    if (line === this.#drawn) return;
    this.#drawn = line;
    this.#stream.write(`\r\u001b[K${line}`);
  }

  /** Takes the line away. */
  clear(): void {
    if (this.#drawn !== "") this.#stream.write("\r\u001b[K");
    this.#drawn = "";
  }
}
