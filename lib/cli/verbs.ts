import type { LazyCommand } from "./command.ts";

/**
 * All verbs of the CLI, by name, in the order of the overview. A command is loaded only when a command line needs it: all
 * commands together have more than a thousand modules, which take a second to load.
 */
export const verbs: Readonly<Record<string, LazyCommand>> = {
  init: {
    summary:
      "create a project from a CustomResourceDefinition, and show its response to a first review",
    load: async () => (await import("./verbs/init/init.ts")).init,
  },
  dev: {
    summary: "serve kinds while you write them, and reload a kind when you save it",
    load: async () => (await import("./verbs/dev/dev.ts")).dev,
  },
  serve: {
    summary: "serve reviews over HTTPS on this machine",
    load: async () => (await import("./verbs/serve/serve.ts")).serve,
  },
  answer: {
    summary: "print the response to one review from a file or standard input",
    load: async () => (await import("./verbs/answer/answer.ts")).answer,
  },
  admit: {
    summary: "show what the API server would do with a manifest, offline",
    load: async () => (await import("./verbs/admit/admit.ts")).admit,
  },
  manifests: {
    summary:
      "print the objects that register your kinds in a cluster: CRDs, webhooks, access for lookups",
    load: async () => (await import("./verbs/manifests/manifests.ts")).manifests,
  },
  replay: {
    summary: "send recorded reviews again and show which responses changed",
    load: async () => (await import("./verbs/replay/replay.ts")).replay,
  },
  check: {
    summary:
      "test the laws of conversion on your kinds; with --url, on any webhook; with crd, validate a CustomResourceDefinition",
    load: async () => (await import("./verbs/check/check.ts")).check,
  },
  parity: {
    summary: "compare two conversion webhooks, or a webhook and your kinds, on the same objects",
    load: async () => (await import("./verbs/parity/parity.ts")).parity,
  },
  test: {
    summary: "run the test cases in your kinds' folders: admission and conversion",
    load: async () => (await import("./verbs/test/test.ts")).testCommand,
  },
  convert: {
    summary: "convert manifests to another version of their kinds, offline",
    load: async () => (await import("./verbs/convert/convert.ts")).convert,
  },
  keys: {
    summary: "create, rotate and retire the key that a cluster calls with",
    load: async () => (await import("./verbs/keys/keys.ts")).keys,
  },
  build: {
    summary: "bundle the three functions with your kinds, for osls package",
    load: async () => (await import("./verbs/build/build.ts")).buildCommand,
  },
  container: {
    summary: "write a container: one bundled file, a Dockerfile and a kustomize base",
    load: async () => (await import("./verbs/container/container.ts")).containerCommand,
  },
  suggest: {
    summary: "draft a conversion.yaml from the schemas of a CustomResourceDefinition",
    load: async () => (await import("./verbs/suggest/suggest.ts")).suggest,
  },
  learn: {
    summary: "draft a conversion.yaml from what a conversion webhook does",
    load: async () => (await import("./verbs/learn/learn.ts")).learn,
  },
  new: {
    summary: "create a kind's folder from a CustomResourceDefinition",
    load: async () => (await import("./verbs/new/new.ts")).newCommand,
  },
  cel: {
    summary: "evaluate a CEL expression as kube-apiserver evaluates a validation rule",
    load: async () => (await import("./verbs/cel/cel.ts")).cel,
  },
  upgrade: {
    summary: "rewrite a v1beta1 CustomResourceDefinition as one of v1",
    load: async () => (await import("./verbs/upgrade/upgrade.ts")).upgrade,
  },
  versions: {
    summary: "show how a cluster uses a CRD's versions, and whether one may be unserved or removed",
    load: async () => (await import("./verbs/versions/versions.ts")).versions,
  },
  plan: {
    summary: "plan the steps that store objects at another version of a CRD, or retire a version",
    load: async () => (await import("./verbs/plan/plan.ts")).planCommand,
  },
  rehearse: {
    summary:
      "carry out a whole plan on a throwaway control plane, with copies of objects and clients",
    load: async () => (await import("./verbs/rehearse/rehearse.ts")).rehearse,
  },
  step: {
    summary: "carry out the next step of a plan for a CRD's versions, or undo the last one",
    load: async () => (await import("./verbs/step/step.ts")).stepCommand,
  },
  compat: {
    summary: "list incompatible changes between two states of a CRD, and those that a lens covers",
    load: async () => (await import("./verbs/compat/compat.ts")).compat,
  },
  openapi: {
    summary: "print the OpenAPI that kube-apiserver publishes for a CustomResourceDefinition",
    load: async () => (await import("./verbs/openapi/openapi.ts")).openapi,
  },
  table: {
    summary: "show objects in the columns that kubectl get would show",
    load: async () => (await import("./verbs/table/table.ts")).table,
  },
  generate: {
    summary: "write each kind's generated.ts from its YAML files",
    load: async () => (await import("./verbs/generate/generate.ts")).generateCommand,
  },
  completion: {
    summary: "print a script with which bash, zsh or fish completes verbs and options",
    load: async () => (await import("./verbs/completion/completion.ts")).completionCommand(verbs),
  },
  tour: {
    summary: "serve, send every recorded review over HTTPS, and keep serving",
    load: async () => (await import("./verbs/tour/tour.ts")).tour,
  },
};
