// Made from the kind's YAML files by `customhouse generate`: do not edit.

/** An object's metadata, as far as handlers and lenses read it. */
export interface ObjectMeta {
  readonly name?: string;
  readonly generateName?: string;
  readonly namespace?: string;
  readonly uid?: string;
  readonly resourceVersion?: string;
  readonly generation?: number | bigint;
  readonly creationTimestamp?: string | null;
  readonly deletionTimestamp?: string;
  readonly finalizers?: readonly string[];
  readonly labels?: { readonly [key: string]: string };
  readonly annotations?: { readonly [key: string]: string };
}

export interface V1alpha1 {
  readonly apiVersion: "restaurant.programming-kubernetes.info/v1alpha1";
  readonly kind: "Pizza";
  readonly metadata?: ObjectMeta;
  readonly spec?: {
    readonly toppings?: readonly string[];
  };
  readonly status?: {
    readonly cost?: number;
  };
}

/** Version v1alpha1, for `lens`. */
export const v1alpha1: { readonly version: "v1alpha1"; readonly object?: V1alpha1 } = {
  version: "v1alpha1",
};

export interface V1beta1 {
  readonly apiVersion: "restaurant.programming-kubernetes.info/v1beta1";
  readonly kind: "Pizza";
  readonly metadata?: ObjectMeta;
  readonly spec?: {
    readonly toppings?: readonly {
      readonly name: string;
      readonly quantity: number;
    }[];
  };
  readonly status?: {
    readonly cost?: number;
  };
}

/** Version v1beta1, for `lens`. */
export const v1beta1: { readonly version: "v1beta1"; readonly object?: V1beta1 } = {
  version: "v1beta1",
};

/** The kind, for `admission`. */
export const kind: {
  readonly kind: "Pizza";
  readonly objects?: {
    readonly v1alpha1: V1alpha1;
    readonly v1beta1: V1beta1;
  };
} = { kind: "Pizza" };

export const crd = {
  group: "restaurant.programming-kubernetes.info",
  kind: "Pizza",
  plural: "pizzas",
  scope: "Namespaced",
  versions: [
    {
      name: "v1alpha1",
      served: true,
      storage: true,
      schema: {
        type: "object",
        properties: {
          spec: {
            type: "object",
            properties: {
              toppings: {
                type: "array",
                items: {
                  type: "string",
                  maxLength: 253
                }
              }
            }
          },
          status: {
            type: "object",
            properties: {
              cost: {
                type: "number"
              }
            }
          }
        }
      },
      hasStatus: true
    },
    {
      name: "v1beta1",
      served: true,
      storage: false,
      schema: {
        type: "object",
        properties: {
          spec: {
            type: "object",
            properties: {
              toppings: {
                type: "array",
                items: {
                  type: "object",
                  required: [
                    "name",
                    "quantity"
                  ],
                  properties: {
                    name: {
                      type: "string",
                      maxLength: 253
                    },
                    quantity: {
                      type: "integer",
                      minimum: 1,
                      maximum: 1000
                    }
                  }
                }
              }
            }
          },
          status: {
            type: "object",
            properties: {
              cost: {
                type: "number"
              }
            }
          }
        }
      },
      hasStatus: true
    }
  ]
} as const;

export const samples = [
  {
    apiVersion: "restaurant.programming-kubernetes.info/v1alpha1",
    kind: "Pizza",
    metadata: {
      name: "margherita"
    },
    spec: {
      toppings: [
        "mozzarella",
        "tomato"
      ]
    }
  }
] as const;

