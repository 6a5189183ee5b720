import { fixedLookup } from "../lib/cluster/fixed-lookup.ts";
import { callersOf } from "../lib/hosts/lambda/environment.ts";
import { lambdaLog } from "../lib/hosts/lambda/log.ts";
import { sampledRecording } from "../lib/hosts/lambda/sampled-recording.ts";
import { createService, type ServiceOptions } from "../lib/hosts/service.ts";
import { kinds } from "./kinds/kinds.ts";

const log = lambdaLog(process.env);

/** Who may call, read from the environment as soon as the function starts. */
export const callers = callersOf(process.env, log);

/** Raw reviews have no cluster: they ask the samples. */
const options: Omit<ServiceOptions, "log"> = {
  kinds,
  lookup: fixedLookup(
    kinds,
    kinds.flatMap(({ samples }) => samples),
  ),
};

/** The service that every function of this deployment is a door to. */
export const service = sampledRecording(createService({ ...options, log }), {
  ...options,
  quiet: () => createService({ ...options, log: () => undefined }),
  environment: process.env,
});
