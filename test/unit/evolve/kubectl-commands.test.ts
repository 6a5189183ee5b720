import { expect, test } from "vitest";
import {
  migrateObjectsCommand,
  ownerReferenceCommand,
} from "../../../lib/evolve/kubectl-commands.ts";
import { liveDefinition, successorOf } from "../../../lib/evolve/live-definition.ts";

const definition = liveDefinition({
  metadata: { name: "crontabs.stable.example.com" },
  spec: {
    group: "stable.example.com",
    names: { kind: "CronTab", plural: "crontabs" },
    versions: [
      { name: "v1beta1", served: true, storage: true },
      { name: "v1alpha1", served: true, storage: false },
      { name: "v3", served: false, storage: false },
      { name: "v2", served: true, storage: false },
    ],
  },
});

test("a name is one word of the shell's command", () => {
  const object = { resource: "roles", name: "x;touch /tmp/PWNED #", namespace: "a b" };
  const owner = { index: 0, ownerUid: "u", group: "g", version: "v", kind: "K" };
  const command = ownerReferenceCommand(
    definition,
    { ...object, ...owner },
    { kubectl: "kubectl", flags: "", to: "v2" },
  );
  expect(command).toContain("kubectl patch roles 'x;touch /tmp/PWNED #' -n 'a b' --type=json");
});

test("objects are rewritten by a patch that changes nothing", () => {
  const command = migrateObjectsCommand(definition, { kubectl: "kubectl", flags: "" });
  expect(command).toContain("--type=merge");
  expect(command).not.toContain("replace");
});

test("the successor is the served version that Kubernetes prefers among the others", () => {
  expect(successorOf(definition, "v1beta1")).toBe("v2");
  expect(successorOf(definition, "v2")).toBe("v1beta1");
});
