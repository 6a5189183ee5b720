import { textAt } from "../../json/members.ts";
import { isArray, type JsonObject } from "../../json/value.ts";
import type { FieldError } from "../field-error/field-error.ts";
import { forbidden, invalid } from "../field-error/field-faults.ts";
import { childPath, elementPath, type FieldPath } from "../field-error/path.ts";
import {
  flagOf,
  keywordList,
  keywordOf,
  keywordSchemas,
  propertiesOf,
  schemaOf,
} from "./keywords.ts";
import { isIntOrStringAnyOf } from "./zero.ts";

/** Returns RE2's error for a pattern (`error parsing regexp: …`); undefined if the pattern compiles. */
export type PatternFault = (pattern: string) => string | undefined;

/**
 * All violations of the rules for keywords that restrict a value: patterns that do not compile, and keywords that are
 * not allowed within junctors (allOf, anyOf, oneOf, not).
 * Source: https://github.com/kubernetes/apiextensions-apiserver/blob/2e78d6fca8b2/pkg/apiserver/schema/validation.go
 * validateValueValidation.
 */
export function restrictionErrors(
  schema: JsonObject,
  path: FieldPath,
  patternFault: PatternFault,
): readonly FieldError[] {
  const check: RestrictionCheck = { errors: [], patternFault };
  const first = keywordSchemas(schema, "allOf")[0];
  checkRestriction(schema, path, check, {
    anyOf: isIntOrStringAnyOf(schema),
    firstAllOfAnyOf: first !== undefined && isIntOrStringAnyOf(first),
  });
  return check.errors;
}

interface RestrictionCheck {
  readonly errors: FieldError[];
  readonly patternFault: PatternFault;
}

/** Which junctors of a schema are not checked, because they have the form that is allowed for int-or-string. */
interface SkippedJunctors {
  readonly anyOf: boolean;
  readonly firstAllOfAnyOf: boolean;
}

const noneSkipped: SkippedJunctors = { anyOf: false, firstAllOfAnyOf: false };

function checkRestriction(
  schema: JsonObject,
  path: FieldPath,
  check: RestrictionCheck,
  skipped: SkippedJunctors,
): void {
  for (const junctor of ["anyOf", "allOf", "oneOf"]) {
    if (junctor === "anyOf" && skipped.anyOf) continue;
    for (const [index, branch] of keywordSchemas(schema, junctor).entries()) {
      const anyOf = junctor === "allOf" && index === 0 && skipped.firstAllOfAnyOf;
      const branchPath = elementPath(childPath(path, junctor), index);
      checkBranch(branch, branchPath, check, { ...noneSkipped, anyOf });
    }
  }
  const not = schemaOf(schema, "not");
  if (not !== undefined) checkBranch(not, childPath(path, "not"), check, noneSkipped);
  checkPattern(schema, path, check);
}

function checkPattern(schema: JsonObject, path: FieldPath, check: RestrictionCheck): void {
  const pattern = textAt(schema, "pattern");
  const fault = pattern === "" ? undefined : check.patternFault(pattern);
  if (fault === undefined) return;
  const detail = `must be a valid regular expression, but isn't: ${fault}`;
  check.errors.push(invalid(childPath(path, "pattern"), pattern, detail));
}

/**
 * Checks a schema within a junctor, and all schemas within it. They may restrict a value but must not declare its
 * structure.
 */
function checkBranch(
  branch: JsonObject,
  path: FieldPath,
  check: RestrictionCheck,
  skipped: SkippedJunctors,
): void {
  checkRestriction(branch, path, check, skipped);
  const items = schemaOf(branch, "items");
  if (items !== undefined) checkBranch(items, childPath(path, "items"), check, noneSkipped);
  for (const [name, property] of propertiesOf(branch) ?? []) {
    const propertyPath = elementPath(childPath(path, "properties"), name);
    checkBranch(property, propertyPath, check, noneSkipped);
    if (name === "metadata") {
      check.errors.push(forbidden(propertyPath, "must not be specified in a nested context"));
    }
  }
  for (const { keyword, isSet, must } of forbiddenInBranches) {
    if (!isSet(branch, keyword)) continue;
    check.errors.push(forbidden(childPath(path, keyword), `must be ${must} to be structural`));
  }
}

interface ForbiddenKeyword {
  readonly keyword: string;
  readonly isSet: (branch: JsonObject, keyword: string) => boolean;
  readonly must: "empty" | "undefined" | "false";
}

const forbiddenInBranches: readonly ForbiddenKeyword[] = [
  { keyword: "type", isSet: hasText, must: "empty" },
  { keyword: "title", isSet: hasText, must: "empty" },
  { keyword: "description", isSet: hasText, must: "empty" },
  { keyword: "x-kubernetes-list-map-keys", isSet: hasItems, must: "empty" },
  { keyword: "x-kubernetes-validations", isSet: hasItems, must: "empty" },
  { keyword: "additionalProperties", isSet: allowsOthers, must: "undefined" },
  { keyword: "default", isSet: isDefined, must: "undefined" },
  { keyword: "x-kubernetes-list-type", isSet: isDefined, must: "undefined" },
  { keyword: "x-kubernetes-map-type", isSet: isDefined, must: "undefined" },
  { keyword: "nullable", isSet: flagOf, must: "false" },
  { keyword: "x-kubernetes-preserve-unknown-fields", isSet: flagOf, must: "false" },
  { keyword: "x-kubernetes-embedded-resource", isSet: flagOf, must: "false" },
  { keyword: "x-kubernetes-int-or-string", isSet: flagOf, must: "false" },
];

function hasText(branch: JsonObject, keyword: string): boolean {
  return textAt(branch, keyword) !== "";
}

function hasItems(branch: JsonObject, keyword: string): boolean {
  const list = keywordList(branch, keyword);
  return isArray(list) && list.length > 0;
}

function isDefined(branch: JsonObject, keyword: string): boolean {
  return keywordOf(branch, keyword) !== undefined;
}

/** Within a junctor, `additionalProperties: false` has no effect and is allowed. */
function allowsOthers(branch: JsonObject, keyword: string): boolean {
  return isDefined(branch, keyword) && keywordOf(branch, keyword) !== false;
}
