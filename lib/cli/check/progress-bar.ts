import type { Progress } from "../../verify/check-kind.ts";

/** Where a bar is drawn: standard error. */
export interface BarStream {
  readonly isTTY?: boolean | undefined;
  readonly write: (text: string) => unknown;
}

const width = 30;

/** Draws how far a check is, over and over on one line; on a terminal only. */
export class ProgressBar {
  readonly #stream: BarStream;
  #drawn = "";

  constructor(stream: BarStream) {
    this.#stream = stream;
  }

  /** Draws the line anew where it changed. */
  show(kind: string, { law, from, to, done, total }: Progress): void {
    if (this.#stream.isTTY !== true) return;
    const share = total === 0 ? 1 : done / total;
    const bar = "#".repeat(Math.round(share * width)).padEnd(width, ".");
    const percent = `${Math.floor(share * 100)}%`.padStart(4);
    const line = `${kind} [${bar}]${percent} ${law} ${from} to ${to}`;
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
