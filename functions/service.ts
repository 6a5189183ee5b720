import type { Kind } from "../lib/admission/kind.ts";
import { fixedLookup } from "../lib/cluster/fixed-lookup.ts";
import type { Lookup } from "../lib/cluster/lookup.ts";
import { callersOf } from "../lib/hosts/lambda/environment.ts";
import { lambdaLog } from "../lib/hosts/lambda/log.ts";
import { reviewService, type Service, type VerbRoom } from "../lib/hosts/review-service.ts";
import { kinds } from "./kinds/kinds.ts";

/** Who may call, read from the environment as soon as the function starts. */
export const callers = callersOf(process.env);

/** What this deployment tells each of its verbs. */
interface Deployment {
  readonly kinds: readonly Kind[];
  readonly lookup: Lookup;
  readonly nearestValid: boolean;
}

/**
 * The service that a function of this deployment is a door to: its own verb, so that a cold start loads no other. Raw
 * reviews have no cluster: they ask the samples.
 */
export function serviceOf(room: (deployment: Deployment) => VerbRoom): Service {
  const lookup = fixedLookup(
    kinds,
    kinds.flatMap(({ samples }) => samples),
  );
  const nearestValid = process.env["CUSTOMHOUSE_NEAREST_VALID"] === "on";
  return reviewService([room({ kinds, lookup, nearestValid })], { kinds, log: lambdaLog });
}
