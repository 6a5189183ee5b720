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
  readonly kind: "Topping";
  readonly metadata?: ObjectMeta;
  readonly spec?: {
    readonly cost?: number;
  };
}

/** Version v1alpha1, for `lens`. */
export const v1alpha1: { readonly version: "v1alpha1"; readonly object?: V1alpha1 } = {
  version: "v1alpha1",
};

/** The kind, for `admission`. */
export const kind: {
  readonly kind: "Topping";
  readonly objects?: {
    readonly v1alpha1: V1alpha1;
  };
} = { kind: "Topping" };

export const crd = {
  group: "restaurant.programming-kubernetes.info",
  kind: "Topping",
  plural: "toppings",
  scope: "Cluster",
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
              cost: {
                type: "number"
              }
            }
          }
        }
      }
    }
  ]
} as const;

export const samples = [
  {
    apiVersion: "restaurant.programming-kubernetes.info/v1alpha1",
    kind: "Topping",
    metadata: {
      name: "mozzarella"
    },
    spec: {
      cost: 1.5
    }
  },
  {
    apiVersion: "restaurant.programming-kubernetes.info/v1alpha1",
    kind: "Topping",
    metadata: {
      name: "salami"
    },
    spec: {
      cost: 2
    }
  },
  {
    apiVersion: "restaurant.programming-kubernetes.info/v1alpha1",
    kind: "Topping",
    metadata: {
      name: "tomato"
    },
    spec: {
      cost: 1
    }
  }
] as const;

