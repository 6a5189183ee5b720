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
  readonly apiVersion: "example.com/v1beta1";
  readonly kind: "CronTab";
  readonly metadata?: ObjectMeta;
  readonly hostPort?: string;
}

/** Version v1beta1, for `lens`. */
export const v1beta1: { readonly version: "v1beta1"; readonly object?: V1beta1 } = {
  version: "v1beta1",
};

export interface V1 {
  readonly apiVersion: "example.com/v1";
  readonly kind: "CronTab";
  readonly metadata?: ObjectMeta;
  readonly host?: string;
  readonly port?: string;
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
} as const;

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
] as const;

