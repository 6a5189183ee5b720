/** Writes the lines of a log, several at once under load. */
interface BufferedLines {
  add(line: string): void;
  /** Writes the lines that are still buffered. */
  end(): void;
}

/** How long lines are buffered, in ms. A crash loses at most the lines of this time. */
const bufferMs = 20;
/** The UTF-16 units from which lines are written at once, so that a burst of lines takes a bounded amount of memory. */
const maxBuffered = 64 * 1024;

/**
 * Passes lines to `write`, joined by line feeds: at once if the last write was more than 20 ms ago, else together with
 * later lines after 20 ms. Under load, writing each line separately would cost as much as responding. A crash loses the
 * buffered lines.
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
