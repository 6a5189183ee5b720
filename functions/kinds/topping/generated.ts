// Made from crd.yaml and samples/ by `customhouse generate`: do not edit.

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
};

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
];

