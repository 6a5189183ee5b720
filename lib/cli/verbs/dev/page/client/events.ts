import type { PageState, ReviewView } from "../page-state.ts";

/** Receives the events that `customhouse dev` sends, and the state of the connection. */
interface Listener {
  readonly state: (state: PageState) => void;
  readonly review: (review: ReviewView) => void;
  /** The state of the connection, with a text for the user. */
  readonly status: (name: "live" | "ended", text: string) => void;
}

/**
 * The pause between the end of a connection and the next attempt, in ms. The number is a choice: a restart of `customhouse dev`
 * is seen soon, and a page whose server is gone costs little.
 */
const pauseMs = 2_000;

/**
 * Receives events for as long as the page is open. fetch() is used, because an EventSource can't send the token in a header.
 * A browser sends that header from another site only after a preflight request, which the server refuses.
 */
export async function receiveEvents(token: () => string, listener: Listener): Promise<void> {
  for (;;) {
    const problem = await followOnce(token(), listener);
    listener.status("ended", problem);
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}

async function followOnce(token: string, listener: Listener): Promise<string> {
  try {
    const response = await fetch("/events", { headers: { Authorization: `Bearer ${token}` } });
    if (!response.ok || response.body === null) return await response.text();
    listener.status("live", "live");
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let text = "";
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      const events = (text + read.value).split("\n\n");
      text = events.pop() ?? "";
      for (const event of events) pass(event, listener);
    }
  } catch {
    // The page shows the same status for a refused connection and for one that ended.
  }
  return "customhouse dev has ended; the page shows its last state";
}

function pass(event: string, listener: Listener): void {
  const [, name, data = ""] = /^event: (\w+)\ndata: (.*)$/.exec(event) ?? [];
  if (name === "state") listener.state(JSON.parse(data));
  if (name === "review") listener.review(JSON.parse(data));
}
