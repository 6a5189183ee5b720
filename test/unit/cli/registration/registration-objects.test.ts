import { describe, expect, test } from "vitest";
import type { AdmissionHandlers, KindAdmission } from "../../../../lib/admission/admission-kind.ts";
import { namespaceObject } from "../../../../lib/cli/verbs/container/workload.ts";
import { kustomizePatches } from "../../../../lib/cli/verbs/manifests/kustomize-patches.ts";
import { lookupAccess } from "../../../../lib/cli/verbs/manifests/lookup-access.ts";
import {
  kindConversions,
  outdatedWebhooks,
  type RegistrationPart,
  type RegistrationSettings,
  registrationObjects,
} from "../../../../lib/cli/verbs/manifests/registration-objects.ts";
import { isArray, isObject, type JsonObject, member } from "../../../../lib/json/value.ts";
import { defineKind, type Kind } from "../../../../lib/kind/kind.ts";
import { kinds } from "../../../support/example-kinds.ts";

const settings: RegistrationSettings = {
  address: { base: "https://hooks.example.com", caller: { cluster: "prod", key: "sesame" } },
  reviewVersions: ["v1", "v1beta1"],
  namespace: "customhouse",
};

const registered = kinds.map((kind) => ({ kind }));

function kindWith(group: string, more: { admission?: KindAdmission; scope?: string } = {}): Kind {
  const { scope = "Namespaced", admission } = more;
  const versions = [
    { name: "v1", served: true, storage: true, schema: {} },
    { name: "v2", served: false, storage: false, schema: {} },
  ];
  return defineKind({
    crd: { group, kind: "Widget", plural: "widgets", scope, versions },
    ...(admission !== undefined && { admission }),
  });
}

const mutate: AdmissionHandlers = { mutate: (object) => object };
const validate: AdmissionHandlers = { validate: () => undefined };

function made(
  kind: Kind,
  part: RegistrationPart,
  more: Partial<RegistrationSettings> = {},
): JsonObject[] {
  return [...registrationObjects([{ kind }], { ...settings, ...more }, [part])];
}

function firstWebhook(object: JsonObject | undefined): JsonObject {
  const webhooks = member(object ?? {}, "webhooks");
  const [first] = isArray(webhooks) ? webhooks : [];
  return isObject(first) ? first : {};
}

describe("registrationObjects", () => {
  test("has all parts in the order of applying: access, definitions, webhooks", () => {
    const whole = kinds.map((kind) => ({ kind, definition: { kind: "Definition" } }));
    const objects = registrationObjects(whole, settings, ["webhooks", "crd", "access"]);
    expect(objects.map(({ kind }) => kind)).toEqual([
      "Namespace",
      "ServiceAccount",
      "ClusterRole",
      "ClusterRoleBinding",
      "Secret",
      "Definition",
      "Definition",
      "Definition",
      "Definition",
      "MutatingWebhookConfiguration",
      "ValidatingWebhookConfiguration",
      "ValidatingWebhookConfiguration",
      "ValidatingWebhookConfiguration",
    ]);
  });

  test("does not change a definition except for its conversion", () => {
    const kind = kindWith("example.com");
    const definition = {
      kind: "CustomResourceDefinition",
      metadata: { name: "widgets.example.com" },
      spec: { group: "example.com", conversion: { strategy: "None" } },
    };
    expect(registrationObjects([{ kind, definition }], settings, ["crd"])).toEqual([
      {
        ...definition,
        spec: {
          group: "example.com",
          conversion: {
            strategy: "Webhook",
            webhook: {
              clientConfig: { url: "https://hooks.example.com/prod/sesame/convert" },
              conversionReviewVersions: ["v1", "v1beta1"],
            },
          },
        },
      },
    ]);
  });

  test("does not change a definition of one version", () => {
    const [topping] = kinds.filter(({ kind }) => kind === "Topping");
    const definition = { spec: { conversion: { strategy: "None" } } };
    const objects = topping === undefined ? [] : [{ kind: topping, definition }];
    expect(registrationObjects(objects, settings, ["crd"])).toEqual([definition]);
  });

  test("has no definition if the kind has none", () => {
    expect(made(kindWith("example.com"), "crd")).toEqual([]);
  });

  test("has caBundle in the settings of every client", () => {
    const kind = kindWith("example.com", { admission: { at: "v1", ...validate } });
    const ours = { ...settings, caBundle: "Zm9v" };
    const objects = registrationObjects([{ kind, definition: {} }], ours, ["crd", "webhooks"]);
    expect(JSON.stringify(objects).match(/"caBundle":"Zm9v"/g)).toHaveLength(2);
  });

  test.each([
    { name: "no handlers", admission: { at: "v1" }, kinds: [] },
    {
      name: "a mutate handler",
      admission: { at: "v1", ...mutate },
      kinds: ["MutatingWebhookConfiguration"],
    },
    {
      name: "rules",
      admission: { at: "v2", ...validate },
      kinds: ["ValidatingWebhookConfiguration"],
    },
    {
      name: "lookups",
      admission: {
        at: "v1",
        lookups: [{ reads: [], resources: [], check: async () => undefined }],
      },
      kinds: ["ValidatingWebhookConfiguration"],
    },
    {
      name: "an empty list of lookups",
      admission: { at: "v1", lookups: [] },
      kinds: [],
    },
  ])("$name: $kinds", ({ admission, kinds: expected }) => {
    const objects = made(kindWith("example.com", { admission }), "webhooks");
    expect(objects.map(({ kind }) => kind)).toEqual(expected);
  });

  test("has a mutating webhook if unknown fields are dropped", () => {
    const { crd } = kindWith("example.com");
    const kind = defineKind({ crd, unknownFields: "drop" });
    expect(made(kind, "webhooks")).toMatchObject([{ kind: "MutatingWebhookConfiguration" }]);
  });

  test("has a webhook with these fields", () => {
    const kind = kindWith("stable.example.com", { admission: { at: "v1", ...mutate } });
    expect(made(kind, "webhooks")).toEqual([
      {
        apiVersion: "admissionregistration.k8s.io/v1",
        kind: "MutatingWebhookConfiguration",
        metadata: { name: "widgets.stable.example.com" },
        webhooks: [
          {
            name: "stable.example.com",
            clientConfig: { url: "https://hooks.example.com/prod/sesame/mutate" },
            admissionReviewVersions: ["v1", "v1beta1"],
            sideEffects: "None",
            failurePolicy: "Fail",
            timeoutSeconds: 15,
            matchPolicy: "Equivalent",
            reinvocationPolicy: "IfNeeded",
            namespaceSelector: {
              matchExpressions: [
                {
                  key: "kubernetes.io/metadata.name",
                  operator: "NotIn",
                  values: ["kube-system", "kube-public", "kube-node-lease"],
                },
              ],
            },
            objectSelector: {},
            rules: [
              {
                apiGroups: ["stable.example.com"],
                apiVersions: ["v1"],
                resources: ["widgets"],
                operations: ["CREATE", "UPDATE"],
                scope: "Namespaced",
              },
            ],
          },
        ],
      },
    ]);
  });

  test.each([
    { group: "example.com", name: "widgets.example.com" },
    { group: "stable.example.com", name: "stable.example.com" },
    { group: "a.b.example.com", name: "a.b.example.com" },
  ])("names the webhook of a kind in $group $name", ({ group, name }) => {
    const kind = kindWith(group, { admission: { at: "v1", ...validate } });
    expect(firstWebhook(made(kind, "webhooks")[0])).toMatchObject({ name });
  });

  test("sets the scope of a cluster-scoped kind, and no namespaces", () => {
    const admission = { at: "v1", ...validate };
    const kind = kindWith("example.com", { scope: "Cluster", admission });
    expect(firstWebhook(made(kind, "webhooks")[0])).toMatchObject({
      namespaceSelector: {},
      rules: [{ scope: "Cluster" }],
    });
  });

  const webhook = {
    failurePolicy: "Ignore",
    timeoutSeconds: 3,
    matchConditions: [
      { name: "not-deleting", expression: "!has(object.metadata.deletionTimestamp)" },
    ],
    objectSelector: {
      matchLabels: { tier: "front" },
      matchExpressions: [
        { key: "a", operator: "In", values: ["b"] },
        { key: "skip", operator: "DoesNotExist" },
      ],
    },
  } as const;

  test("has the settings that the kind declares", () => {
    const admission = { at: "v1", ...validate, webhook };
    const kind = kindWith("example.com", { admission });
    expect(firstWebhook(made(kind, "webhooks")[0])).toMatchObject(webhook);
  });

  test("prefers the operator's settings to the kind's", () => {
    const kind = kindWith("example.com", { admission: { at: "v1", ...validate, webhook } });
    const more = { failurePolicy: "Fail", timeoutSeconds: 30 } as const;
    expect(firstWebhook(made(kind, "webhooks", more)[0])).toMatchObject(more);
  });
});

describe("outdatedWebhooks", () => {
  test.each([
    { name: "no handlers", handlers: {}, types: ["Mutating", "Validating"] },
    { name: "a mutate handler", handlers: mutate, types: ["Validating"] },
    { name: "both handlers", handlers: { ...mutate, ...validate }, types: [] },
  ])("$name: $types", ({ handlers, types }) => {
    const kind = kindWith("example.com", { admission: { at: "v1", ...handlers } });
    const metadata = { name: "widgets.example.com" };
    expect(outdatedWebhooks([{ kind }])).toMatchObject(
      types.map((type) => ({ kind: `${type}WebhookConfiguration`, metadata })),
    );
  });
});

describe("lookupAccess", () => {
  const toppings = { group: "example.com", version: "v1", resource: "toppings" };

  test("is nothing without lookups", () => {
    expect(lookupAccess([], "customhouse")).toEqual([]);
  });

  test("leaves another namespace to its owner", () => {
    const objects = lookupAccess([{ ...toppings, verbs: ["get"] }], "platform");
    expect(objects.map(({ kind }) => kind)).not.toContain("Namespace");
    expect(JSON.stringify(objects).match(/"namespace":"platform"/g)).toHaveLength(3);
  });

  test("creates its own namespace as customhouse container does, whichever is applied last", () => {
    const [namespace] = lookupAccess([{ ...toppings, verbs: ["get"] }], "customhouse");
    expect(namespace).toEqual(namespaceObject("customhouse"));
    expect(namespace).toMatchObject({
      metadata: { labels: { "pod-security.kubernetes.io/enforce": "restricted" } },
    });
  });

  test("has one rule for each resource, with the verbs of all its lookups", () => {
    const objects = lookupAccess(
      [
        { ...toppings, verbs: ["list"] },
        { group: "", version: "v1", resource: "configmaps", verbs: ["get"] },
        { ...toppings, version: "v2", verbs: ["get", "list"] },
      ],
      "customhouse",
    );
    expect(objects.find(({ kind }) => kind === "ClusterRole")).toMatchObject({
      rules: [
        { apiGroups: [""], resources: ["configmaps"], verbs: ["get"] },
        { apiGroups: ["example.com"], resources: ["toppings"], verbs: ["get", "list"] },
      ],
    });
  });
});

describe("kustomizePatches", () => {
  test("is a JSON Patch for each definition that has a conversion", () => {
    const component = kustomizePatches(kindConversions(registered, settings));
    expect(component).toMatchObject({ kind: "Component" });
    const { patches } = component;
    expect(isArray(patches) && patches).toHaveLength(3);
    expect(isArray(patches) && patches[0]).toEqual({
      target: {
        group: "apiextensions.k8s.io",
        kind: "CustomResourceDefinition",
        name: "pizzas.restaurant.programming-kubernetes.info",
      },
      patch: `- op: add
  path: /spec/conversion
  value:
    strategy: Webhook
    webhook:
      clientConfig:
        url: https://hooks.example.com/prod/sesame/convert
      conversionReviewVersions:
      - v1
      - v1beta1
`,
    });
  });
});
