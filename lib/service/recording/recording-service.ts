import type { Caller } from "../../callers/callers.ts";
import type { Deadline } from "../../request/deadline.ts";
import type { Verb } from "../../request/routes.ts";
import type { Service } from "../review-service.ts";

/** A review that was answered, as it came: not redacted yet. */
export interface SeenReview {
  readonly verb: Verb;
  readonly body: string | Uint8Array;
  readonly deadline: Deadline;
  readonly caller: Caller | undefined;
  /** When it had been answered, in UTC. */
  readonly time: string;
}

/**
 * The same service, which shows each review to a recorder once its answer is there. A recorder that works in the background
 * gives nothing; one whose promise must be kept before the process sleeps is waited for. It must not throw.
 */
export function recordingService(
  service: Service,
  record: (seen: SeenReview) => Promise<void> | undefined,
): Service {
  return {
    ...service,
    answer: async (verb, body, deadline, caller) => {
      const answer = await service.answer(verb, body, deadline, caller);
      if (answer.status === 200) {
        await record({ verb, body, deadline, caller, time: new Date().toISOString() });
      }
      return answer;
    },
  };
}
