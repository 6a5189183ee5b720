import type { Kind } from "../lib/admission/kind.ts";
import { fixedLookup } from "../lib/cluster/fixed-lookup.ts";
import type { Lookup } from "../lib/cluster/lookup.ts";
import { reviewService, type Service, type VerbRoom } from "../lib/hosts/review-service.ts";
import { kinds } from "./kinds/kinds.ts";

/** What this deployment tells each of its verbs. */
interface Deployment {
  readonly kinds: readonly Kind[];
  readonly lookup: Lookup;
  readonly nearestValid: boolean;
}

/** The service that a function of this deployment is a door to: its own verb, so that a cold start loads no other. */
export function serviceOf(room: (deployment: Deployment) => VerbRoom): Service {
  const lookup = fixedLookup(
    kinds,
    kinds.flatMap(({ samples }) => samples),
  );
  const nearestValid = process.env["CUSTOMHOUSE_NEAREST_VALID"] === "on";
  return reviewService([room({ kinds, lookup, nearestValid })], {
    kinds,
    log: (line) => console.log(JSON.stringify(line)),
  });
}
