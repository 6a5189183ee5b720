import { fixedLookup } from "../lib/cluster/fixed-lookup.ts";
import { callersOf } from "../lib/hosts/lambda/environment.ts";
import { lambdaLog } from "../lib/hosts/lambda/log.ts";
import { createService } from "../lib/hosts/service.ts";
import { kinds } from "./kinds/kinds.ts";

const log = lambdaLog(process.env);

/** Who may call, read from the environment as soon as the function starts. */
export const callers = callersOf(process.env, log);

/** The service that every function of this deployment is a door to. Raw reviews have no cluster: they ask the samples. */
export const service = createService({
  kinds,
  lookup: fixedLookup(
    kinds,
    kinds.flatMap(({ samples }) => samples),
  ),
  log,
});
