import { AsyncLocalStorage } from "node:async_hooks";
import type { LogLine } from "../../../../request/log.ts";
import { lastingBody, type Service } from "../../../../service/review-service.ts";

/** Receives a log line and the body of its review. */
type ReviewObserver = (line: LogLine, body: string | Uint8Array) => void;

/** Finds the review body that belongs to each log line of a service. */
interface ReviewObservation {
  /** Wraps a service so that its reviews are observed. The log of the service must call `onLogLine`. */
  readonly observed: (service: Service) => Service;
  readonly onLogLine: (line: LogLine) => void;
}

/**
 * Calls `report` with the log line and body of each review, after the service has returned the response. Reviews run
 * concurrently, so the body is found by the asynchronous context in which the log line was written.
 */
export function reviewObservation(report: ReviewObserver): ReviewObservation {
  const bodies = new AsyncLocalStorage<string | Uint8Array>();
  return {
    observed: (service) => ({
      ...service,
      answer: (verb, body, deadline, caller) =>
        bodies.run(body, () => service.answer(verb, body, deadline, caller)),
    }),
    onLogLine: (line) => {
      const body = bodies.getStore();
      if (body === undefined) return;
      const lasting = lastingBody(body);
      setImmediate(() => report(line, lasting));
    },
  };
}
