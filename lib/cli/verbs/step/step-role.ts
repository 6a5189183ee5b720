import type { LiveDefinition } from "../../../evolve/live-definition.ts";
import { type AccessRule, stepAccess } from "../../../evolve/step/access-rule.ts";
import { versionStep } from "../../../evolve/step/registry.ts";
import type { StepAction } from "../../../evolve/step/step-action.ts";
import type { JsonObject } from "../../../json/value.ts";

/** The ClusterRole that a step needs. It leaves out `/version` and discovery, which every user may read. */
export function stepRole(action: StepAction, definition: LiveDefinition): JsonObject {
  return {
    apiVersion: "rbac.authorization.k8s.io/v1",
    kind: "ClusterRole",
    metadata: { name: "customhouse-step" },
    rules: [...stepAccess(definition), ...versionStep(action).access(definition)].map(
      (rule: AccessRule): JsonObject => ({ ...rule }),
    ),
  };
}
