import { randomBytes } from "node:crypto";
import type { LogLine } from "../../../../request/log.ts";
import type { Service } from "../../../../service/review-service.ts";
import type { ReloadResult } from "../live-kinds.ts";
import { eventStreams } from "./event-streams.ts";
import { reviewObservation } from "./observed-service.ts";
import { PageContent } from "./page-content.ts";
import { startPageServer } from "./page-server.ts";
import { ReviewHistory } from "./review-history.ts";

/** The page of `customhouse dev`, which shows kinds, objects and reviews in a browser on this machine. */
export interface DevPage {
  readonly url: string;
  /** Wraps a service so that the page shows its reviews. The log of the service must call `onLogLine`. */
  readonly observed: (service: Service) => Service;
  readonly onLogLine: (line: LogLine) => void;
  /** Shows the kinds and problems of the last load. */
  readonly show: (loaded: Pick<ReloadResult, "kinds" | "problems">) => void;
  readonly close: () => Promise<void>;
}

/** Starts to serve the page, with a new token, until `close` is called. */
export async function startPage(port: number): Promise<DevPage> {
  const streams = eventStreams();
  const reviews = new ReviewHistory();
  let content = new PageContent({ kinds: [], problems: [] });
  const state = () => content.state(reviews.all);
  const { observed, onLogLine } = reviewObservation((line, body) => {
    const review = reviews.add(line, body, content.viewer);
    streams.send("review", () => content.review(review));
  });
  const token = randomBytes(32).toString("base64url");
  const { url, close } = await startPageServer({ port, token, streams, state });
  return {
    url,
    observed,
    onLogLine,
    close,
    show: (loaded) => {
      content = new PageContent(loaded);
      streams.send("state", state);
    },
  };
}
