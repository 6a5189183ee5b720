// Made from crd.yaml and samples/ by `customhouse generate`: do not edit.

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
      }
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
      }
    }
  ]
};

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
];

