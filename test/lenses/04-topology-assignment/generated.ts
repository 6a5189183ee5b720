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
  readonly apiVersion: "lenses.example.com/v1beta1";
  readonly kind: "Placement";
  readonly metadata?: ObjectMeta;
  readonly status?: {
    readonly topologyAssignment?: {
      readonly levels: readonly string[];
      readonly domains: readonly {
        readonly values: readonly string[];
        readonly count: number | bigint;
      }[];
    };
  };
}

/** Version v1beta1, for `lens`. */
export const v1beta1: { readonly version: "v1beta1"; readonly object?: V1beta1 } = {
  version: "v1beta1",
};

export interface V1beta2 {
  readonly apiVersion: "lenses.example.com/v1beta2";
  readonly kind: "Placement";
  readonly metadata?: ObjectMeta;
  readonly status?: {
    readonly topologyAssignment?: {
      readonly levels: readonly string[];
      readonly slices: readonly {
        readonly domainCount: number | bigint;
        readonly valuesPerLevel: readonly {
          readonly universal?: string;
          readonly individual?: {
            readonly prefix?: string;
            readonly suffix?: string;
            readonly roots: readonly string[];
          };
        }[];
        readonly podCounts: {
          readonly universal?: number | bigint;
          readonly individual?: readonly (number | bigint)[];
        };
      }[];
    };
  };
}

/** Version v1beta2, for `lens`. */
export const v1beta2: { readonly version: "v1beta2"; readonly object?: V1beta2 } = {
  version: "v1beta2",
};

export const crd = {
  group: "lenses.example.com",
  kind: "Placement",
  plural: "placements",
  scope: "Namespaced",
  versions: [
    {
      name: "v1beta1",
      served: true,
      storage: false,
      schema: {
        type: "object",
        properties: {
          apiVersion: {
            type: "string"
          },
          kind: {
            type: "string"
          },
          metadata: {
            type: "object"
          },
          status: {
            type: "object",
            properties: {
              topologyAssignment: {
                type: "object",
                properties: {
                  levels: {
                    type: "array",
                    items: {
                      type: "string"
                    }
                  },
                  domains: {
                    type: "array",
                    items: {
                      type: "object",
                      properties: {
                        values: {
                          type: "array",
                          items: {
                            type: "string"
                          }
                        },
                        count: {
                          type: "integer"
                        }
                      },
                      required: [
                        "values",
                        "count"
                      ]
                    }
                  }
                },
                required: [
                  "levels",
                  "domains"
                ]
              }
            }
          }
        }
      }
    },
    {
      name: "v1beta2",
      served: true,
      storage: true,
      schema: {
        type: "object",
        properties: {
          apiVersion: {
            type: "string"
          },
          kind: {
            type: "string"
          },
          metadata: {
            type: "object"
          },
          status: {
            type: "object",
            properties: {
              topologyAssignment: {
                type: "object",
                properties: {
                  levels: {
                    type: "array",
                    items: {
                      type: "string"
                    }
                  },
                  slices: {
                    type: "array",
                    items: {
                      type: "object",
                      properties: {
                        domainCount: {
                          type: "integer"
                        },
                        valuesPerLevel: {
                          type: "array",
                          items: {
                            type: "object",
                            properties: {
                              universal: {
                                type: "string"
                              },
                              individual: {
                                type: "object",
                                properties: {
                                  prefix: {
                                    type: "string"
                                  },
                                  suffix: {
                                    type: "string"
                                  },
                                  roots: {
                                    type: "array",
                                    items: {
                                      type: "string"
                                    }
                                  }
                                },
                                required: [
                                  "roots"
                                ]
                              }
                            }
                          }
                        },
                        podCounts: {
                          type: "object",
                          properties: {
                            universal: {
                              type: "integer"
                            },
                            individual: {
                              type: "array",
                              items: {
                                type: "integer"
                              }
                            }
                          }
                        }
                      },
                      required: [
                        "domainCount",
                        "valuesPerLevel",
                        "podCounts"
                      ]
                    }
                  }
                },
                required: [
                  "levels",
                  "slices"
                ]
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
    apiVersion: "lenses.example.com/v1beta1",
    kind: "Placement",
    metadata: {
      name: "sample-v1beta1",
      namespace: "here"
    },
    status: {
      topologyAssignment: {
        levels: [
          "host"
        ],
        domains: [
          {
            values: [
              "a-1"
            ],
            count: 2
          },
          {
            values: [
              "a-2"
            ],
            count: 2
          }
        ]
      }
    }
  },
  {
    apiVersion: "lenses.example.com/v1beta2",
    kind: "Placement",
    metadata: {
      name: "sample-v1beta2",
      namespace: "here"
    },
    status: {
      topologyAssignment: {
        levels: [
          "host"
        ],
        slices: [
          {
            domainCount: 2,
            valuesPerLevel: [
              {
                individual: {
                  prefix: "a-",
                  roots: [
                    "1",
                    "2"
                  ]
                }
              }
            ],
            podCounts: {
              universal: 2
            }
          }
        ]
      }
    }
  }
] as const;

