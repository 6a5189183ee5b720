import { defineKind } from "../../../lib/kind/kind.ts";
import { hostPortSplit } from "./conversion.ts";
import { crd, samples } from "./generated.ts";

/** The CronTab in the review that the Kubernetes documentation prints: its fields are at the object's root. */
export const kind = defineKind({
  crd,
  samples,
  conversionGuard: true,
  lenses: [hostPortSplit],
});
