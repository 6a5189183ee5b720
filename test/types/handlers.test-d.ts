import { describe, expectTypeOf, test } from "vitest";
import { crd, v1alpha1, v1beta1 } from "../../examples/kinds/pizza/generated.ts";
import type { AdmissionHandlers } from "../../lib/admission/admission-kind.ts";
import type { JsonObject } from "../../lib/json/value.ts";
import { handlersAt } from "../../lib/kind/handlers-at.ts";
import { defineKind } from "../../lib/kind/kind.ts";

describe("handlersAt", () => {
  test("gives each handler the object of its version", () => {
    handlersAt(v1beta1, {
      mutate: (pizza) => {
        expectTypeOf(pizza.kind).toEqualTypeOf<"Pizza" | null | undefined>();
        const topping = pizza.spec?.toppings?.[0];
        expectTypeOf(topping?.name).toEqualTypeOf<string | null | undefined>();
        return { ...pizza, spec: { ...pizza.spec, toppings: [{ name: "salami", quantity: 1 }] } };
      },
      validate: (pizza, { oldObject }) => {
        expectTypeOf(oldObject).toEqualTypeOf<typeof pizza | undefined>();
        return { message: String(pizza.spec?.toppings?.length), faults: [] };
      },
      lookups: [
        {
          reads: ["spec.toppings"],
          asks: [],
          check: (pizza) => {
            expectTypeOf(pizza.spec?.toppings?.[0]?.quantity).toEqualTypeOf<
              number | null | undefined
            >();
            return Promise.resolve(undefined);
          },
        },
      ],
    });
  });

  test("refuses members that the version does not have", () => {
    handlersAt(v1alpha1, {
      // @ts-expect-error Property 'topings' does not exist
      validate: (pizza) => ({ message: String(pizza.spec?.topings), faults: [] }),
      // @ts-expect-error toppings are texts at v1alpha1
      mutate: (pizza) => ({ ...pizza, spec: { toppings: [{ name: "salami", quantity: 1 }] } }),
    });
  });

  test("requires a check for what may be missing", () => {
    handlersAt(v1beta1, {
      // @ts-expect-error spec may be missing
      validate: (pizza) => ({ message: String(pizza.spec.toppings), faults: [] }),
    });
  });

  test("is the admission of a kind", () => {
    defineKind({ crd, admission: handlersAt(v1beta1, { mutate: (pizza) => pizza }) });
    const webhook = { failurePolicy: "Fail" } as const;
    defineKind({ crd, admission: { webhook, ...handlersAt(v1beta1, {}) } });
  });
});

test("handlers without a version get any map", () => {
  expectTypeOf<
    Parameters<NonNullable<AdmissionHandlers["mutate"]>>[0]
  >().toEqualTypeOf<JsonObject>();
});
