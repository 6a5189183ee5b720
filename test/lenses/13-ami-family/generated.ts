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
  readonly kind: "NodeClass";
  readonly metadata?: ObjectMeta;
  readonly spec?: {
    readonly amiFamily?: "AL2" | "AL2023" | "Bottlerocket" | "Custom" | "Ubuntu";
    readonly amiSelectorTerms?: readonly {
      readonly id?: string;
      readonly name?: string;
      readonly owner?: string;
      readonly tags?: {
        readonly [key: string]: string;
      };
    }[];
    readonly blockDeviceMappings?: readonly {
      readonly deviceName?: string;
      readonly rootVolume?: boolean;
      readonly ebs?: {
        readonly volumeSize?: string;
      };
    }[];
    readonly role?: string;
  };
}

/** Version v1beta1, for `lens`. */
export const v1beta1: { readonly version: "v1beta1"; readonly object?: V1beta1 } = {
  version: "v1beta1",
};

export interface V1 {
  readonly apiVersion: "lenses.example.com/v1";
  readonly kind: "NodeClass";
  readonly metadata?: ObjectMeta;
  readonly spec?: {
    readonly amiFamily?: "AL2" | "AL2023" | "Bottlerocket" | "Custom";
    readonly amiSelectorTerms?: readonly {
      readonly alias?: string;
      readonly id?: string;
      readonly name?: string;
      readonly owner?: string;
      readonly tags?: {
        readonly [key: string]: string;
      };
    }[];
    readonly blockDeviceMappings?: readonly {
      readonly deviceName?: string;
      readonly rootVolume?: boolean;
      readonly ebs?: {
        readonly volumeSize?: string;
      };
    }[];
    readonly role?: string;
  };
}

/** Version v1, for `lens`. */
export const v1: { readonly version: "v1"; readonly object?: V1 } = {
  version: "v1",
};

export const crd = {
  group: "lenses.example.com",
  kind: "NodeClass",
  plural: "nodeclasses",
  scope: "Cluster",
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
          spec: {
            type: "object",
            properties: {
              amiFamily: {
                type: "string",
                enum: [
                  "AL2",
                  "AL2023",
                  "Bottlerocket",
                  "Custom",
                  "Ubuntu"
                ]
              },
              amiSelectorTerms: {
                type: "array",
                items: {
                  type: "object",
                  properties: {
                    id: {
                      type: "string"
                    },
                    name: {
                      type: "string"
                    },
                    owner: {
                      type: "string"
                    },
                    tags: {
                      type: "object",
                      additionalProperties: {
                        type: "string"
                      }
                    }
                  }
                }
              },
              blockDeviceMappings: {
                type: "array",
                items: {
                  type: "object",
                  properties: {
                    deviceName: {
                      type: "string"
                    },
                    rootVolume: {
                      type: "boolean"
                    },
                    ebs: {
                      type: "object",
                      properties: {
                        volumeSize: {
                          type: "string"
                        }
                      }
                    }
                  }
                }
              },
              role: {
                type: "string"
              }
            }
          }
        }
      }
    },
    {
      name: "v1",
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
          spec: {
            type: "object",
            properties: {
              amiFamily: {
                type: "string",
                enum: [
                  "AL2",
                  "AL2023",
                  "Bottlerocket",
                  "Custom"
                ]
              },
              amiSelectorTerms: {
                type: "array",
                items: {
                  type: "object",
                  properties: {
                    alias: {
                      type: "string"
                    },
                    id: {
                      type: "string"
                    },
                    name: {
                      type: "string"
                    },
                    owner: {
                      type: "string"
                    },
                    tags: {
                      type: "object",
                      additionalProperties: {
                        type: "string"
                      }
                    }
                  }
                }
              },
              blockDeviceMappings: {
                type: "array",
                items: {
                  type: "object",
                  properties: {
                    deviceName: {
                      type: "string"
                    },
                    rootVolume: {
                      type: "boolean"
                    },
                    ebs: {
                      type: "object",
                      properties: {
                        volumeSize: {
                          type: "string"
                        }
                      }
                    }
                  }
                }
              },
              role: {
                type: "string"
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
    apiVersion: "lenses.example.com/v1",
    kind: "NodeClass",
    metadata: {
      name: "sample-v1",
      annotations: {
        "compatibility.lenses.example.com/v1beta1-ubuntu": "amiFamily,blockDeviceMappings,incompatible"
      }
    },
    spec: {
      role: "r",
      amiFamily: "AL2",
      amiSelectorTerms: [
        {
          id: "ami-placeholder"
        }
      ],
      blockDeviceMappings: [
        {
          deviceName: "/dev/sda1",
          rootVolume: true,
          ebs: {
            volumeSize: "20Gi"
          }
        }
      ]
    }
  },
  {
    apiVersion: "lenses.example.com/v1beta1",
    kind: "NodeClass",
    metadata: {
      name: "sample-v1beta1"
    },
    spec: {
      amiFamily: "Ubuntu",
      role: "r"
    }
  }
] as const;

