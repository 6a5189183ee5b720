import { fixedLookup } from "../lib/cluster/fixed-lookup.ts";
import { createService } from "../lib/hosts/service.ts";
import { kinds } from "./kinds/kinds.ts";

/** The service that every function of this deployment is a door to. */
export const service = createService({
  kinds,
  lookup: fixedLookup(
    kinds,
    kinds.flatMap(({ samples }) => samples),
  ),
  log: (line) => console.log(JSON.stringify(line)),
});
