import { defineKind } from "../../../lib/kind/kind.ts";
import { hostPortSplit } from "./conversion.ts";
import { crd, samples } from "./generated.ts";

export const kind = defineKind({
  crd,
  samples,
  conversionGuard: true,
  lenses: [hostPortSplit],
});
