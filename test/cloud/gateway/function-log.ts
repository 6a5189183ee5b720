import { parse } from "../../../lib/json/parse.ts";
import { isObject, type JsonObject } from "../../../lib/json/value.ts";

/** A line of a function's log group. */
export interface LogEntry {
  /** The function's name. */
  readonly functionName: string;
  /** The execution environment that wrote it. */
  readonly environment: string;
  readonly text: string;
  /** The map that the line is, or ends with. */
  readonly object?: JsonObject;
}

/** What the functions wrote, and what the platform says of them, oldest first. */
export interface FunctionLog {
  readonly entries: readonly LogEntry[];
  /** The maps that functions wrote since a moment, which is a length of {@link entries}. */
  objectsSince(start: number): readonly JsonObject[];
  /** The lines since a moment, as one text. */
  textSince(start: number): string;
  write(entry: Omit<LogEntry, "object">): void;
}

/** An empty log. Without `keep` it forgets every line, for runs that take long. */
export function openFunctionLog({ keep = true }: { readonly keep?: boolean } = {}): FunctionLog {
  const entries: LogEntry[] = [];
  return {
    entries,
    objectsSince: (start) =>
      entries
        .slice(start)
        .map(({ object }) => object)
        .filter((object) => object !== undefined),
    textSince: (start) =>
      entries
        .slice(start)
        .map(({ text }) => text)
        .join("\n"),
    write: (entry) => {
      if (!keep) return;
      const object = objectIn(entry.text);
      entries.push({ ...entry, ...(object !== undefined && { object }) });
    },
  };
}

/** A console line has time, request id and level before the map. */
function objectIn(text: string): JsonObject | undefined {
  const value = parse(text.slice(text.lastIndexOf("\t") + 1));
  return value.ok && isObject(value.value) ? value.value : undefined;
}
