import { defineKind } from "../../../lib/kind/kind.ts";
import { defaultPizza, knownToppings } from "./admission.ts";
import { toppingsCounted } from "./conversion.ts";
import { crd, samples } from "./generated.ts";

export const kind = defineKind({
  crd,
  samples,
  conversionGuard: true,
  lenses: [toppingsCounted],
  unknownFields: "drop",
  admission: { at: "v1beta1", handlers: { mutate: defaultPizza, lookups: [knownToppings] } },
});
