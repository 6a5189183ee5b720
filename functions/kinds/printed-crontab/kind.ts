import { defineKind } from "../../../lib/admission/kind.ts";
import { hostPortEdge } from "../crontab/conversion.ts";
import { crd, samples } from "./generated.ts";

/** The CronTab of the Kubernetes documentation's printed review: its fields stand at the object's root. */
export const kind = defineKind({
  crd,
  samples,
  edges: [hostPortEdge({ group: crd.group, parent: undefined })],
});
