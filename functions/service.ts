import { fixedLookup } from "../lib/cluster/fixed-lookup.ts";
import type { Lookup } from "../lib/cluster/lookup.ts";
import { sampledRecording } from "../lib/hosts/lambda/sampled-recording.ts";
import type { Kind } from "../lib/kind/kind.ts";
import type { Log } from "../lib/request/log.ts";
import { reviewService, type Service, type VerbHandler } from "../lib/service/review-service.ts";
import { log } from "./log.ts";

/** The settings of this deployment for its verbs. */
interface Deployment {
  readonly kinds: readonly Kind[];
  readonly lookup: Lookup;
  readonly nearestValid: boolean;
}

/**
 * The service of one Lambda function, with the handler of one verb only, so that a cold start loads no other code. A raw
 * review has no caller and so no cluster: its lookups use the samples of the kinds.
 */
export function serviceOf(
  handlerOf: (deployment: Deployment) => VerbHandler,
  kinds: readonly Kind[],
): Service {
  const lookup = fixedLookup(
    kinds,
    kinds.flatMap(({ samples }) => samples),
  );
  const nearestValid = process.env["CUSTOMHOUSE_NEAREST_VALID"] === "on";
  const withLog = (lines: Log): Service =>
    reviewService([handlerOf({ kinds, lookup, nearestValid })], { kinds, log: lines });
  const unlogged = (): Service => withLog(() => undefined);
  return sampledRecording(withLog(log), {
    kinds,
    lookup,
    unlogged,
    environment: process.env,
  });
}
