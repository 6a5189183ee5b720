import type { Service } from "./review-service.ts";

/** A service whose kinds can change while a host serves it. */
interface ReplaceableService {
  /** What a host serves. A review is answered by the service that was current when its body had arrived. */
  readonly service: Service;
  readonly replace: (next: Service) => void;
}

/** Passes each review to the current service. */
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
