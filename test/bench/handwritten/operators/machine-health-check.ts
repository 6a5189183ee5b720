import {
  isArray,
  isObject,
  type JsonArray,
  type JsonObject,
  type JsonValue,
} from "../../../../lib/json/value.ts";
import { type WrittenConversion, withMap } from "./written-edge.ts";

/** Cluster API's MachineHealthCheck: v1beta2 groups the checks and the remediation, and has seconds as numbers. */
export const machineHealthCheck: WrittenConversion = {
  forward: (body) => withMap(withMap(body, "spec", newSpec), "status", newStatus),
  backward: (body, { namespace }) =>
    withMap(
      withMap(body, "spec", (spec) => oldSpec(spec, namespace)),
      "status",
      oldStatus,
    ),
};

function newSpec(spec: JsonObject): JsonObject {
  const {
    unhealthyConditions,
    nodeStartupTimeout,
    maxUnhealthy,
    unhealthyRange,
    remediationTemplate,
    ...rest
  } = spec;
  const checks = {
    ...(isArray(unhealthyConditions) && {
      unhealthyNodeConditions: newConditions(unhealthyConditions),
    }),
    ...(nodeStartupTimeout !== undefined && {
      nodeStartupTimeoutSeconds: secondsOf(nodeStartupTimeout),
    }),
  };
  const triggerIf = {
    ...(maxUnhealthy !== undefined && { unhealthyLessThanOrEqualTo: maxUnhealthy }),
    ...(unhealthyRange !== undefined && { unhealthyInRange: unhealthyRange }),
  };
  const remediation = {
    ...(hasMembers(triggerIf) && { triggerIf }),
    ...(isObject(remediationTemplate) && { templateRef: newReference(remediationTemplate) }),
  };
  return {
    ...rest,
    ...(hasMembers(checks) && { checks }),
    ...(hasMembers(remediation) && { remediation }),
  };
}

function oldSpec(spec: JsonObject, namespace: string | undefined): JsonObject {
  const { checks, remediation, ...rest } = spec;
  const { unhealthyNodeConditions, nodeStartupTimeoutSeconds } = isObject(checks) ? checks : {};
  const { triggerIf, templateRef } = isObject(remediation) ? remediation : {};
  const { unhealthyLessThanOrEqualTo, unhealthyInRange } = isObject(triggerIf) ? triggerIf : {};
  return {
    ...rest,
    ...(isArray(unhealthyNodeConditions) && {
      unhealthyConditions: oldConditions(unhealthyNodeConditions),
    }),
    ...(nodeStartupTimeoutSeconds !== undefined && {
      nodeStartupTimeout: durationOf(nodeStartupTimeoutSeconds),
    }),
    ...(unhealthyLessThanOrEqualTo !== undefined && { maxUnhealthy: unhealthyLessThanOrEqualTo }),
    ...(unhealthyInRange !== undefined && { unhealthyRange: unhealthyInRange }),
    ...(isObject(templateRef) && {
      remediationTemplate: { ...templateRef, ...(namespace !== undefined && { namespace }) },
    }),
  };
}

function newStatus(status: JsonObject): JsonObject {
  const { conditions, v1beta2, ...rest } = status;
  const { conditions: newer } = isObject(v1beta2) ? v1beta2 : {};
  return {
    ...rest,
    ...(conditions !== undefined && { deprecated: { v1beta1: { conditions } } }),
    ...(newer !== undefined && { conditions: newer }),
  };
}

function oldStatus(status: JsonObject): JsonObject {
  const { conditions, deprecated, ...rest } = status;
  const { v1beta1 } = isObject(deprecated) ? deprecated : {};
  const { conditions: older } = isObject(v1beta1) ? v1beta1 : {};
  return {
    ...rest,
    ...(older !== undefined && { conditions: older }),
    ...(conditions !== undefined && { v1beta2: { conditions } }),
  };
}

function newConditions(conditions: JsonArray): JsonArray {
  return conditions.map((condition) => {
    if (!isObject(condition)) return condition;
    const { timeout, ...rest } = condition;
    return timeout === undefined ? rest : { ...rest, timeoutSeconds: secondsOf(timeout) };
  });
}

function oldConditions(conditions: JsonArray): JsonArray {
  return conditions.map((condition) => {
    if (!isObject(condition)) return condition;
    const { timeoutSeconds, ...rest } = condition;
    return timeoutSeconds === undefined ? rest : { ...rest, timeout: durationOf(timeoutSeconds) };
  });
}

function newReference(reference: JsonObject): JsonObject {
  const { namespace: _, ...rest } = reference;
  return rest;
}

function hasMembers(map: JsonObject): boolean {
  for (const _ in map) return true;
  return false;
}

/** The seconds of a duration such as `5m0s`. */
function secondsOf(duration: JsonValue): number {
  const units =
    typeof duration === "string" && /^(?:(\d+)h)?(?:(\d+)m)?(?:(\d+)s)?$/.exec(duration);
  if (!units) throw new TypeError("a duration has hours, minutes and seconds");
  const [, hours = 0, minutes = 0, seconds = 0] = units;
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
}

/** Seconds as Go prints a duration: `5m0s`. */
function durationOf(seconds: JsonValue): string {
  if (typeof seconds !== "number") throw new TypeError("seconds are a number");
  const [hours, minutes, rest] = [
    Math.trunc(seconds / 3600),
    Math.trunc(seconds / 60) % 60,
    seconds % 60,
  ];
  if (hours > 0) return `${hours}h${minutes}m${rest}s`;
  return minutes > 0 ? `${minutes}m${rest}s` : `${rest}s`;
}
