import { defineKind } from "../../../lib/kind/kind.ts";
import { hostPortSplit } from "./conversion.ts";
import { crd, samples } from "./generated.ts";

/** The CronTab of the Kubernetes documentation's printed review: its fields stand at the object's root. */
export const kind = defineKind({
  crd,
  samples,
  conversionGuard: true,
  lenses: [hostPortSplit],
});
