/** Writes lines of a log, several at once under load. */
interface BufferedLines {
  add(line: string): void;
  /** Writes the buffered lines. */
  end(): void;
}

/** How long lines are buffered, in ms, and how many characters. */
const bufferMs = 20;
const maxBuffered = 64 * 1024;

/**
 * Passes lines to `write`, several joined by line feeds: at once if the last write is long ago, else after 20 ms. Writing
 * each line separately costs a busy gateway as much as answering. A crash loses the buffered lines.
 */
export function bufferedLines(write: (text: string) => void): BufferedLines {
  let buffered = "";
  let timer: NodeJS.Timeout | undefined;
  const flush = (): void => {
    timer = undefined;
    if (buffered === "") return;
    const text = buffered;
    buffered = "";
    write(text);
    timer = setTimeout(flush, bufferMs);
  };
  return {
    add: (line) => {
      buffered = buffered === "" ? line : `${buffered}\n${line}`;
      if (timer !== undefined && buffered.length <= maxBuffered) return;
      clearTimeout(timer);
      flush();
    },
    end: () => {
      clearTimeout(timer);
      flush();
      clearTimeout(timer);
    },
  };
}
