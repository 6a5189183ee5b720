import { defineKind } from "../../../lib/kind/kind.ts";
import { handlers } from "./admission.ts";
import { toppingsCounted } from "./conversion.ts";
import { crd, samples } from "./generated.ts";

export const kind = defineKind({
  crd,
  samples,
  conversionGuard: true,
  lenses: [toppingsCounted],
  unknownFields: "drop",
  admission: handlers,
});
