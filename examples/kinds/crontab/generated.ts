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

export interface V1beta1 {
  readonly apiVersion: "stable.example.com/v1beta1";
  readonly kind: "CronTab";
  readonly metadata?: ObjectMeta;
  readonly spec?: {
    readonly cronSpec?: string;
    readonly image?: string;
    readonly hostPort?: string;
    readonly replicas?: number;
  };
  readonly status?: {
    readonly labelSelector?: string;
    readonly replicas?: number | bigint;
  };
}

/** Version v1beta1, for `lens`. */
export const v1beta1: { readonly version: "v1beta1"; readonly object?: V1beta1 } = {
  version: "v1beta1",
};

export interface V1 {
  readonly apiVersion: "stable.example.com/v1";
  readonly kind: "CronTab";
  readonly metadata?: ObjectMeta;
  readonly spec?: {
    readonly cronSpec?: string;
    readonly image?: string;
    readonly host?: string;
    readonly port?: string;
    readonly replicas?: number;
  };
  readonly status?: {
    readonly labelSelector?: string;
    readonly replicas?: number | bigint;
  };
}

/** Version v1, for `lens`. */
export const v1: { readonly version: "v1"; readonly object?: V1 } = {
  version: "v1",
};

/** The kind, for `admission`. */
export const kind: {
  readonly kind: "CronTab";
  readonly objects?: {
    readonly v1beta1: V1beta1;
    readonly v1: V1;
  };
} = { kind: "CronTab" };

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
      },
      hasStatus: true,
      scale: {
        specReplicasPath: ".spec.replicas",
        statusReplicasPath: ".status.replicas",
        labelSelectorPath: ".status.labelSelector"
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
      },
      hasStatus: true,
      scale: {
        specReplicasPath: ".spec.replicas",
        statusReplicasPath: ".status.replicas",
        labelSelectorPath: ".status.labelSelector"
      }
    }
  ]
} as const;

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
] as const;

