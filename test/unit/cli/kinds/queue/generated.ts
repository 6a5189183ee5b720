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

export interface V1 {
  readonly apiVersion: "example.com/v1";
  readonly kind: "Queue";
  readonly metadata?: ObjectMeta;
  readonly spec?: {
    readonly cohort?: string;
    readonly checks?: readonly string[];
    readonly strategy?: "Fast" | "Slow" | "Old";
    readonly level?: number;
    readonly ports?: readonly {
      readonly kind?: string;
    }[];
  };
}

/** Version v1, for `lens`. */
export const v1: { readonly version: "v1"; readonly object?: V1 } = {
  version: "v1",
};

export interface V2 {
  readonly apiVersion: "example.com/v2";
  readonly kind: "Queue";
  readonly metadata?: ObjectMeta;
  readonly spec?: {
    readonly cohortName?: string;
    readonly checks?: readonly {
      readonly name: string;
    }[];
    readonly strategy?: "Fast" | "Slow";
    readonly level?: "low" | "high";
    readonly inner?: readonly {
      readonly kind?: string;
    }[];
    readonly outer?: readonly {
      readonly kind?: string;
    }[];
    readonly limit?: number | bigint;
  };
}

/** Version v2, for `lens`. */
export const v2: { readonly version: "v2"; readonly object?: V2 } = {
  version: "v2",
};

/** The kind, for `admission`. */
export const kind: {
  readonly kind: "Queue";
  readonly objects?: {
    readonly v1: V1;
    readonly v2: V2;
  };
} = { kind: "Queue" };

export const crd = {
  group: "example.com",
  kind: "Queue",
  plural: "queues",
  scope: "Namespaced",
  versions: [
    {
      name: "v1",
      served: true,
      storage: true,
      schema: {
        type: "object",
        properties: {
          spec: {
            type: "object",
            properties: {
              cohort: {
                type: "string"
              },
              checks: {
                type: "array",
                items: {
                  type: "string"
                }
              },
              strategy: {
                type: "string",
                enum: [
                  "Fast",
                  "Slow",
                  "Old"
                ]
              },
              level: {
                type: "integer",
                format: "int32"
              },
              ports: {
                type: "array",
                items: {
                  type: "object",
                  properties: {
                    kind: {
                      type: "string"
                    }
                  }
                }
              }
            }
          }
        }
      }
    },
    {
      name: "v2",
      served: true,
      storage: false,
      schema: {
        type: "object",
        properties: {
          spec: {
            type: "object",
            properties: {
              cohortName: {
                type: "string"
              },
              checks: {
                type: "array",
                items: {
                  type: "object",
                  required: [
                    "name"
                  ],
                  properties: {
                    name: {
                      type: "string"
                    }
                  }
                }
              },
              strategy: {
                type: "string",
                enum: [
                  "Fast",
                  "Slow"
                ]
              },
              level: {
                type: "string",
                enum: [
                  "low",
                  "high"
                ]
              },
              inner: {
                type: "array",
                items: {
                  type: "object",
                  properties: {
                    kind: {
                      type: "string"
                    }
                  }
                }
              },
              outer: {
                type: "array",
                items: {
                  type: "object",
                  properties: {
                    kind: {
                      type: "string"
                    }
                  }
                }
              },
              limit: {
                type: "integer",
                format: "int64"
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
    apiVersion: "example.com/v1",
    kind: "Queue",
    metadata: {
      name: "first",
      namespace: "default"
    },
    spec: {
      cohort: "main",
      checks: [
        "lint"
      ]
    }
  }
] as const;

export const lenses = [
  {
    from: "v1",
    to: "v2",
    rules: [
      {
        op: "move",
        from: "spec.cohort",
        to: "spec.cohortName",
        at: { line: 8, column: 3 }
      },
      {
        op: "first",
        from: [
          {
            op: "each",
            rules: [
              {
                op: "move",
                from: ".",
                to: "name",
                at: { line: 9, column: 42 }
              }
            ],
            path: "spec.checks"
          }
        ],
        to: "spec.checks",
        at: { line: 9, column: 3 }
      },
      {
        op: "map",
        from: "spec.strategy",
        to: "spec.strategy",
        table: {
          Fast: "Fast",
          Slow: "Slow",
          Old: "Slow"
        },
        backTo: "Slow",
        at: { line: 10, column: 3 }
      },
      {
        op: "map",
        from: "spec.level",
        to: "spec.level",
        table: [
          [
            1,
            "low"
          ],
          [
            2,
            "high"
          ]
        ],
        at: { line: 11, column: 3 }
      },
      {
        op: "partition",
        from: "spec.ports",
        to: [
          "spec.inner",
          "spec.outer"
        ],
        test: {
          member: "kind",
          in: [
            "inner"
          ]
        },
        at: { line: 12, column: 3 }
      },
      {
        op: "keep",
        fill: {
          to: {
            value: 9007199254740993n
          }
        },
        at: { line: 13, column: 3 },
        to: "spec.limit"
      }
    ],
    file: "conversion.yaml"
  }
] as const;

export const conversionGuard = false;

