import type { Lookup } from "../cluster/lookup.ts";
import type { Kind } from "../kind/kind.ts";
import type { Log } from "../request/log.ts";
import { reviewService, type Service } from "./review-service.ts";
import { converting } from "./verbs/converting.ts";
import { mutating } from "./verbs/mutating.ts";
import { validating } from "./verbs/validating.ts";

/** The kinds of a service, its lookups and its log. */
export interface ServiceOptions {
  readonly kinds: readonly Kind[];
  /** The lookups of validation rules for a review whose caller has no cluster connected. */
  readonly lookup: Lookup;
  readonly log: Log;
  /**
   * True: replace an unconvertible object by its nearest valid shape and preserve the original in annotations, so that
   * the object does not make lists, garbage collection and the deletion of namespaces fail. Default false.
   */
  readonly nearestValid?: boolean;
}

/** A service with all three verbs. Throws IncompleteRegistry if a kind can't be served in all its versions. */
export function createService(options: ServiceOptions): Service {
  return reviewService([converting(options), mutating(options), validating(options)], options);
}
