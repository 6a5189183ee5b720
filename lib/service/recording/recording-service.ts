import type { Caller } from "../../callers/callers.ts";
import type { Deadline } from "../../request/deadline.ts";
import type { Verb } from "../../request/routes.ts";
import type { Service } from "../review-service.ts";

/** An answered review as it was received, not redacted. */
export interface AnsweredReview {
  readonly verb: Verb;
  readonly body: string | Uint8Array;
  readonly deadline: Deadline;
  readonly caller: Caller | undefined;
  /** The time of the response, in UTC. */
  readonly time: string;
}

/**
 * Wraps a service so that each answered review is passed to a recorder. A recorder returns undefined if it works in the
 * background, or a promise that the response waits for. It must not throw.
 */
export function recordingService(
  service: Service,
  record: (review: AnsweredReview) => Promise<void> | undefined,
): Service {
  return {
    ...service,
    answer: async (verb, body, deadline, caller) => {
      const response = await service.answer(verb, body, deadline, caller);
      if (response.status === 200) {
        await record({ verb, body, deadline, caller, time: new Date().toISOString() });
      }
      return response;
    },
  };
}
