import { fixedLookup } from "../lib/cluster/fixed-lookup.ts";
import { sampledRecording } from "../lib/hosts/lambda/sampled-recording.ts";
import { createService, type ServiceOptions } from "../lib/hosts/service.ts";
import { kinds } from "./kinds/kinds.ts";

const options: Omit<ServiceOptions, "log"> = {
  kinds,
  lookup: fixedLookup(
    kinds,
    kinds.flatMap(({ samples }) => samples),
  ),
};

/** The service that every function of this deployment is a door to. */
export const service = sampledRecording(
  createService({ ...options, log: (line) => console.log(JSON.stringify(line)) }),
  {
    ...options,
    quiet: () => createService({ ...options, log: () => undefined }),
    environment: process.env,
  },
);
