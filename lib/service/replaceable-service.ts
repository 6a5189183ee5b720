import type { Service } from "./review-service.ts";

/** A service that can be replaced while a host uses it, for example because a kind changed. */
interface ReplaceableService {
  /**
   * The service to give to a host. A review gets its response from the service that is current when the review's body
   * has arrived.
   */
  readonly service: Service;
  readonly replace: (next: Service) => void;
}

/** Creates a service that passes each review to the current one, at first to `first`. */
export function replaceableService(first: Service): ReplaceableService {
  let current = first;
  return {
    service: {
      serves: (route) => current.serves(route),
      answer: (verb, body, deadline, caller) => current.answer(verb, body, deadline, caller),
      refuse: (verb, body, message) => current.refuse(verb, body, message),
    },
    replace: (next) => {
      current = next;
    },
  };
}
