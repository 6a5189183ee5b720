import type { ServerResponse } from "node:http";

/** The browsers that follow the page. */
export interface EventStreams {
  /** Begins a stream with its first event; false where there are too many. */
  readonly open: (response: ServerResponse, event: string, data: () => object) => boolean;
  /** Sends an event to all; its data is computed only where there is somebody. */
  readonly send: (event: string, data: () => object) => void;
  readonly close: () => void;
}

/** More tabs than a person looks at: each holds a connection. */
const maxStreams = 8;

/** A browser that has not read so many bytes is dropped; it connects again and gets everything. */
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

/** JSON has no line feeds outside its texts, and escapes those within. */
function eventText(event: string, data: object): string {
  return `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}
