import type { ServerResponse } from "node:http";

/** The open event streams to browsers that show the page. */
export interface EventStreams {
  /** Opens a stream and sends its first event; returns false if too many streams are open. */
  readonly open: (response: ServerResponse, event: string, data: () => object) => boolean;
  /** Sends an event to all streams. Its data is computed only if a stream is open. */
  readonly send: (event: string, data: () => object) => void;
  readonly close: () => void;
}

/**
 * The most streams: each open tab of a browser holds one. The number is a choice: a browser opens at most six connections to
 * one host over HTTP/1.1, so a second browser can still connect.
 */
const maxStreams = 8;

/**
 * A stream with more unread bytes is closed. The browser then connects again and gets the whole state. The number is a choice:
 * a tab in the background may lag, and all streams together can't take more than 128 MiB.
 */
const maxWaitingBytes = 16 * 1024 * 1024;

/** Server-sent events. Source: HTML, 9.2 Server-sent events. */
export function eventStreams(): EventStreams {
  const open = new Set<ServerResponse>();
  const write = (response: ServerResponse, text: string): void => {
    response.write(text);
    if (response.writableLength > maxWaitingBytes) response.destroy();
  };
  return {
    open: (response, event, data) => {
      if (open.size >= maxStreams) return false;
      const text = eventText(event, data());
      open.add(response);
      response.on("close", () => open.delete(response));
      response.writeHead(200, { "Content-Type": "text/event-stream; charset=utf-8" });
      write(response, text);
      return true;
    },
    send: (event, data) => {
      if (open.size === 0) return;
      const text = eventText(event, data());
      for (const response of open) write(response, text);
    },
    close: () => {
      for (const response of open) response.end();
    },
  };
}

/** The text of an event. Its data fits on one line, because JSON without indentation has no line feeds. */
function eventText(event: string, data: object): string {
  return `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}
