// Made from crd.yaml and samples/ by `customhouse generate`: do not edit.

export const crd = {
  group: "example.com",
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
          hostPort: {
            type: "string"
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
          host: {
            type: "string"
          },
          port: {
            type: "string"
          }
        }
      }
    }
  ]
};

export const samples = [
  {
    apiVersion: "example.com/v1beta1",
    kind: "CronTab",
    metadata: {
      name: "local-crontab",
      namespace: "default"
    },
    hostPort: "localhost:1234"
  }
];

