import { describe, expectTypeOf, test } from "vitest";
import { crd, kind as pizza, type V1beta1 } from "../../examples/kinds/pizza/generated.ts";
import { admission, type TypedKind } from "../../lib/admission/admission.ts";
import type { AdmissionHandlers } from "../../lib/admission/admission-kind.ts";
import type { JsonObject } from "../../lib/json/value.ts";
import { defineKind } from "../../lib/kind/kind.ts";

/** As `generated.ts` has it of a CRD that requires the port, and of one that does not. */
interface Strict {
  readonly spec: {
    readonly port: number;
    readonly mode?: "tcp" | "udp";
    readonly bytes?: number | bigint;
    readonly labels?: { readonly [key: string]: string };
  };
}
interface Loose {
  readonly spec: { readonly port?: number };
}
declare const service: TypedKind<{ readonly v1: Strict; readonly v2: Loose }>;

describe("admission", () => {
  test("gives each handler the object of its version", () => {
    admission(pizza, "v1beta1", {
      mutate: (object, { old }) => {
        expectTypeOf(object.kind).toEqualTypeOf<"Pizza" | null | undefined>();
        expectTypeOf(object.spec?.toppings?.[0]?.name).toEqualTypeOf<string | null | undefined>();
        expectTypeOf(old).toEqualTypeOf<V1beta1 | undefined>();
        return { ...object, spec: { ...object.spec, toppings: [{ name: "salami", quantity: 1 }] } };
      },
      validate: (object, { old, operation, user, dryRun, subresource, signal }) => {
        expectTypeOf(object).toEqualTypeOf<V1beta1>();
        expectTypeOf(old).toEqualTypeOf<V1beta1 | undefined>();
        expectTypeOf(user.groups).toEqualTypeOf<readonly string[] | undefined>();
        expectTypeOf(signal).toEqualTypeOf<AbortSignal>();
        return dryRun ? undefined : `${operation} ${subresource}`;
      },
      lookups: [
        {
          reads: ["spec.toppings", "metadata.labels"],
          resources: [],
          check: async ({ spec }, { deny }) => {
            for (const [index] of spec?.toppings?.entries() ?? []) {
              deny(`spec.toppings[${index}].name`, "not known");
            }
          },
        },
      ],
    });
  });

  test("a required field that becomes optional breaks the build", () => {
    admission(service, "v1", {
      validate: ({ spec }) => (spec.port.toFixed() === "" ? "no" : undefined),
    });
    admission(service, "v2", {
      // @ts-expect-error spec.port is possibly undefined
      validate: ({ spec }) => (spec.port.toFixed() === "" ? "no" : undefined),
    });
  });

  test("mutate is shown that any member may be missing, but types as declared", () => {
    admission(service, "v1", {
      // @ts-expect-error spec may be missing
      mutate: (object) => (object.spec.port === 1 ? object : undefined),
    });
    admission(service, "v1", {
      // @ts-expect-error a port is a number
      mutate: (object) => ({ ...object, spec: { ...object.spec, port: "80" } }),
    });
  });

  test("an object is read-only", () => {
    admission(service, "v1", {
      validate: ({ spec }) => {
        // @ts-expect-error Cannot assign to 'port' because it is a read-only property
        spec.port = 1;
      },
    });
  });

  test("paths are those of the version", () => {
    admission(service, "v1", {
      validate: ({ spec }, { deny, warn }) => {
        deny("", "the whole object");
        deny("spec.port", "low");
        warn("spec.labels[a.b/c]", "odd");
        // @ts-expect-error no field spec.prot
        deny("spec.prot", "low");
        // @ts-expect-error nothing is below a number
        warn("spec.port.number", "low");
        // @ts-expect-error not a list
        deny("spec[0]", "low");
        const text: string = String(spec.mode);
        // @ts-expect-error the compiler can't check a text that it does not know
        deny(text, "low");
      },
    });
    admission(pizza, "v1alpha1", {
      validate: (_, { deny }) => {
        const index: number = 3;
        deny(`spec.toppings[${index}]`, "bad");
        // @ts-expect-error toppings are texts at v1alpha1
        deny(`spec.toppings[${index}].name`, "bad");
      },
      // @ts-expect-error no field spec.toping
      lookups: [{ reads: ["spec.toping"], resources: [], check: async () => undefined }],
    });
  });

  test("what is set has the type of its field", () => {
    admission(service, "v1", {
      mutate: (_, { set }) => {
        set("spec.mode", "udp");
        set("spec.bytes", 9_007_199_254_740_993n);
        set("spec.labels[a]", "b");
        // @ts-expect-error not among the words of the enum
        set("spec.mode", "icmp");
        // @ts-expect-error not a text
        set("spec.labels[a]", 1);
      },
    });
  });

  test("refuses a version that the kind does not have", () => {
    // @ts-expect-error no version v3
    admission(service, "v3", {});
  });

  test("is the admission of a kind", () => {
    defineKind({ crd, admission: admission(pizza, "v1beta1", { mutate: (object) => object }) });
    const webhook = { failurePolicy: "Fail" } as const;
    defineKind({ crd, admission: admission(pizza, "v1beta1", { webhook }) });
  });
});

test("handlers without a type get any map, and may name any path", () => {
  const handlers: AdmissionHandlers = {
    validate: (object, { deny }) => {
      expectTypeOf(object).toEqualTypeOf<JsonObject>();
      deny("spec.list[0].x", "bad");
    },
  };
  expectTypeOf(handlers).toEqualTypeOf<AdmissionHandlers>();
});
