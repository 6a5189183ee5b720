import type { PageState, ReviewView } from "../page-state.ts";

/** Receives the events that `customhouse dev` sends to the page. */
interface Listener {
  readonly state: (state: PageState) => void;
  readonly review: (review: ReviewView) => void;
  /** `live`, `ended`, or why nothing is shown. */
  readonly status: (name: "live" | "ended", text: string) => void;
}

/** How long after the end of a connection the next one is tried, in ms. */
const pauseMs = 2_000;

/**
 * Follows the events for as long as the page is open. The token is sent in a header, which an EventSource can't do; other
 * sites can't send that header without being asked first, and are refused.
 */
export async function follow(token: () => string, listener: Listener): Promise<void> {
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
    // The page shows a refused connection and one that ended in the same way.
  }
  return "customhouse dev has ended; this is what it showed last";
}

function pass(event: string, listener: Listener): void {
  const [, name, data = ""] = /^event: (\w+)\ndata: (.*)$/.exec(event) ?? [];
  if (name === "state") listener.state(JSON.parse(data));
  if (name === "review") listener.review(JSON.parse(data));
}
