import type { Caller } from "../../callers/callers.ts";
import type { Deadline } from "../../request/deadline.ts";
import type { Verb } from "../../request/routes.ts";
import type { Service } from "../review-service.ts";

/** A review as it was received, not redacted, whose response is ready. */
export interface CompletedReview {
  readonly verb: Verb;
  readonly body: string | Uint8Array;
  readonly deadline: Deadline;
  readonly caller: Caller | undefined;
  /** The time of the response, in UTC: `2026-11-21T18:30:00.000Z`. */
  readonly time: string;
}

/**
 * Wraps a service and passes each review whose response has HTTP status 200 to the recorder `record`. If the recorder returns
 * a promise, the response waits for it. The recorder must not throw.
 */
export function recordingService(
  service: Service,
  record: (review: CompletedReview) => Promise<void> | undefined,
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
