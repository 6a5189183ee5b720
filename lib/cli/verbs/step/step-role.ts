import type { LiveDefinition } from "../../../evolve/live-definition.ts";
import { type AccessRule, stepAccess } from "../../../evolve/step/access-rule.ts";
import { versionStep } from "../../../evolve/step/registry.ts";
import type { StepAction } from "../../../evolve/step/step-action.ts";
import type { JsonObject } from "../../../json/value.ts";

/** The ClusterRole that a step needs. It leaves out `/version` and discovery, which every user may read. */
export function stepRole(action: StepAction, definition: LiveDefinition): JsonObject {
  const rules = [...stepAccess(definition), ...versionStep(action).access(definition)];
  return {
    apiVersion: "rbac.authorization.k8s.io/v1",
    kind: "ClusterRole",
    metadata: { name: "customhouse-step" },
    rules: rules
      .filter((rule) => !rules.some((other) => other !== rule && coversRule(other, rule)))
      .map((rule: AccessRule): JsonObject => ({ ...rule })),
  };
}

/** True if `wide` allows its verbs on all resources, and `rule` allows no other verbs. */
function coversRule(wide: AccessRule, rule: AccessRule): boolean {
  const isOnAll = wide.apiGroups?.includes("*") === true && wide.resources?.includes("*") === true;
  return (
    isOnAll && rule.resources !== undefined && rule.verbs.every((verb) => wide.verbs.includes(verb))
  );
}
