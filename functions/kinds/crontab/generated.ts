// Made from crd.yaml and samples/ by `customhouse generate`: do not edit.

export const crd = {
  group: "stable.example.com",
  kind: "CronTab",
  plural: "crontabs",
  scope: "Namespaced",
  versions: [
    {
      name: "v1beta1",
      served: true,
      storage: true,
      schema: {
        type: "object",
        properties: {
          spec: {
            type: "object",
            properties: {
              cronSpec: {
                type: "string",
                pattern: "^(\\d+|\\*)(/\\d+)?(\\s+(\\d+|\\*)(/\\d+)?){4}$",
                default: "5 0 * * *"
              },
              image: {
                type: "string"
              },
              hostPort: {
                type: "string"
              },
              replicas: {
                type: "integer",
                minimum: 1,
                maximum: 10,
                default: 1
              }
            }
          },
          status: {
            type: "object",
            properties: {
              labelSelector: {
                type: "string"
              },
              replicas: {
                type: "integer"
              }
            }
          }
        }
      }
    },
    {
      name: "v1",
      served: true,
      storage: false,
      schema: {
        type: "object",
        properties: {
          spec: {
            type: "object",
            properties: {
              cronSpec: {
                type: "string",
                pattern: "^(\\d+|\\*)(/\\d+)?(\\s+(\\d+|\\*)(/\\d+)?){4}$",
                default: "5 0 * * *"
              },
              image: {
                type: "string"
              },
              host: {
                type: "string"
              },
              port: {
                type: "string"
              },
              replicas: {
                type: "integer",
                minimum: 1,
                maximum: 10,
                default: 1
              }
            }
          },
          status: {
            type: "object",
            properties: {
              labelSelector: {
                type: "string"
              },
              replicas: {
                type: "integer"
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
    apiVersion: "stable.example.com/v1beta1",
    kind: "CronTab",
    metadata: {
      name: "report",
      namespace: "default"
    },
    spec: {
      cronSpec: "*/5 * * * *",
      image: "example.com/report:1.2.0",
      hostPort: "localhost:1234"
    }
  }
];

