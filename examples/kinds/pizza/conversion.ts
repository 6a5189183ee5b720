import { count, fail, lens } from "../../../lib/lens.ts";
import { v1alpha1, v1beta1 } from "./generated.ts";

/**
 * v1alpha1 repeats the name of a topping; v1beta1 has each name once, with its quantity, in the order of first
 * appearance.
 */
export const toppingsCounted = lens(
  v1alpha1,
  v1beta1,
  (v1alpha1, v1beta1) => [
    count(v1alpha1.spec.toppings, v1beta1.spec.toppings, {
      unparsable: fail(
        "must be a list of toppings, each a name or a name with a whole quantity, 0 or more",
      ),
    }),
  ],
  {
    accept: [
      {
        in: "v1beta1",
        at: "spec.toppings[*].quantity",
        refuses: "maximum",
        why: "nobody puts more than a thousand of one topping on a pizza",
      },
    ],
  },
);
