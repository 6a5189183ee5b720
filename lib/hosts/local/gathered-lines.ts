/** Writes lines of a log. */
export interface GatheredLines {
  add(line: string): void;
  /** Writes what still waits. */
  end(): void;
}

/** What lines of a busy while wait for each other, in ms, and characters that wait at most. */
const gatherMs = 20;
const maxWaiting = 64 * 1024;

/**
 * Gives lines to `write`, several joined by line feeds: at once after a quiet while, gathered for a moment where they come
 * fast. Writing each by itself costs a busy gateway as much as answering. A crash loses the lines of that moment.
 */
export function gatheredLines(write: (text: string) => void): GatheredLines {
  let waiting = "";
  let timer: NodeJS.Timeout | undefined;
  const flush = (): void => {
    timer = undefined;
    if (waiting === "") return;
    const text = waiting;
    waiting = "";
    write(text);
    timer = setTimeout(flush, gatherMs);
  };
  return {
    add: (line) => {
      waiting = waiting === "" ? line : `${waiting}\n${line}`;
      if (timer !== undefined && waiting.length <= maxWaiting) return;
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
