import { AsyncLocalStorage } from "node:async_hooks";
import type { LogLine } from "../../../../request/log.ts";
import type { Service } from "../../../../service/review-service.ts";

/** A log line with the body of the review that it is about. */
type ReviewObserver = (line: LogLine, body: string | Uint8Array) => void;

/** Joins the log lines of a service with the bodies of its reviews. */
interface ReviewObservation {
  /** Wraps a service so that its reviews are observed. The log of the service must call `noted`. */
  readonly observed: (service: Service) => Service;
  readonly noted: (line: LogLine) => void;
}

/**
 * Reports each answered review with its body, after the response was given. Reviews run at the same time, so the body is
 * found by the asynchronous context in which the line was written.
 */
export function reviewObservation(report: ReviewObserver): ReviewObservation {
  const bodies = new AsyncLocalStorage<string | Uint8Array>();
  return {
    observed: (service) => ({
      ...service,
      answer: (verb, body, deadline, caller) =>
        bodies.run(body, () => service.answer(verb, body, deadline, caller)),
    }),
    noted: (line) => {
      const body = bodies.getStore();
      if (body !== undefined) setImmediate(() => report(line, body));
    },
  };
}
