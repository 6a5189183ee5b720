import { textAt } from "../json/members.ts";
import type { Crd } from "../schema/definition/crd.ts";
import type { FieldError } from "../schema/field-error/field-error.ts";
import { invalid, required } from "../schema/field-error/field-faults.ts";
import { elementPath } from "../schema/field-error/path.ts";
import { isAbsoluteUrl } from "./webhook-url.ts";

const annotation = "api-approved.kubernetes.io";
const rule = `protected groups must have approval annotation "${annotation}"`;
const see = "see https://github.com/kubernetes/enhancements/pull/1111";

type Approval = "missing" | "invalid" | "approved" | "bypassed";

/**
 * Requires the approval annotation for the API groups of Kubernetes itself. An update that does not change the state of the
 * approval, such as "missing", is never refused.
 * Source:
 * https://github.com/kubernetes/apiextensions-apiserver/blob/2e78d6fca8b2/pkg/apis/apiextensions/validation/validation.go
 * validateAPIApproval, pkg/apihelpers/helpers.go GetAPIApprovalState.
 */
export function approvalErrors(crd: Crd, old: Crd | undefined): readonly FieldError[] {
  if (!isProtectedGroup(crd.spec.group)) return [];
  const approval = approvalOf(crd);
  if (old !== undefined && approvalOf(old) === approval) return [];
  const path = elementPath("metadata.annotations", annotation);
  if (approval === "missing") return [required(path, `${rule}, ${see}`)];
  return approval === "invalid"
    ? [
        invalid(
          path,
          annotationOf(crd),
          `${rule} with either a URL or a reason starting with "unapproved", ${see}`,
        ),
      ]
    : [];
}

function isProtectedGroup(group: string): boolean {
  return /(?:^|\.)(?:k8s|kubernetes)\.io$/.test(group);
}

function approvalOf(crd: Crd): Approval {
  const value = annotationOf(crd);
  if (value === "") return "missing";
  if (value.startsWith("unapproved")) return "bypassed";
  return isAbsoluteUrl(value) ? "approved" : "invalid";
}

function annotationOf(crd: Crd): string {
  return textAt(crd.metadata.annotations ?? {}, annotation);
}
