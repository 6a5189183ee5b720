import { isArray, type JsonObject } from "../../json/value.ts";
import type { FieldError } from "../field-error/field-error.ts";
import { forbidden, invalid } from "../field-error/field-faults.ts";
import { childPath, type FieldPath, keyPath } from "../field-error/path.ts";
import {
  flagOf,
  keywordOf,
  listOf,
  propertiesOf,
  schemaOf,
  schemasOf,
  textOf,
} from "./keywords.ts";
import { isIntOrStringAnyOf } from "./zero.ts";

/** What is wrong with a pattern in RE2's words (`error parsing regexp: …`), undefined where it compiles. */
export type PatternFault = (pattern: string) => string | undefined;

/**
 * Every violation in what restricts a value: patterns that do not compile, and what may not stand in a junctor.
 * Source: k8s.io/apiextensions-apiserver@v0.36.3 pkg/apiserver/schema/validation.go validateValueValidation.
 */
export function restrictionErrors(
  schema: JsonObject,
  path: FieldPath,
  patternFault: PatternFault,
): readonly FieldError[] {
  const check: Check = { errors: [], patternFault };
  const first = schemasOf(schema, "allOf")[0];
  checkRestriction(schema, path, check, {
    anyOf: isIntOrStringAnyOf(schema),
    firstAllOfAnyOf: first !== undefined && isIntOrStringAnyOf(first),
  });
  return check.errors;
}

interface Check {
  readonly errors: FieldError[];
  readonly patternFault: PatternFault;
}

/** Which junctors spell int-or-string and so are not looked into. */
interface Skipped {
  readonly anyOf: boolean;
  readonly firstAllOfAnyOf: boolean;
}

const nothing: Skipped = { anyOf: false, firstAllOfAnyOf: false };

function checkRestriction(
  schema: JsonObject,
  path: FieldPath,
  check: Check,
  skipped: Skipped,
): void {
  for (const junctor of ["anyOf", "allOf", "oneOf"]) {
    if (junctor === "anyOf" && skipped.anyOf) continue;
    for (const [index, branch] of schemasOf(schema, junctor).entries()) {
      const anyOf = junctor === "allOf" && index === 0 && skipped.firstAllOfAnyOf;
      const branchPath = keyPath(childPath(path, junctor), index);
      checkBranch(branch, branchPath, check, { ...nothing, anyOf });
    }
  }
  const not = schemaOf(schema, "not");
  if (not !== undefined) checkBranch(not, childPath(path, "not"), check, nothing);
  checkPattern(schema, path, check);
}

function checkPattern(schema: JsonObject, path: FieldPath, check: Check): void {
  const pattern = textOf(schema, "pattern");
  const fault = pattern === "" ? undefined : check.patternFault(pattern);
  if (fault === undefined) return;
  const detail = `must be a valid regular expression, but isn't: ${fault}`;
  check.errors.push(invalid(childPath(path, "pattern"), pattern, detail));
}

/** A schema in a junctor, and all below it: it may restrict, but shape nothing. */
function checkBranch(branch: JsonObject, path: FieldPath, check: Check, skipped: Skipped): void {
  checkRestriction(branch, path, check, skipped);
  const items = schemaOf(branch, "items");
  if (items !== undefined) checkBranch(items, childPath(path, "items"), check, nothing);
  for (const [name, property] of propertiesOf(branch) ?? []) {
    const propertyPath = keyPath(childPath(path, "properties"), name);
    checkBranch(property, propertyPath, check, nothing);
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
  return textOf(branch, keyword) !== "";
}

function hasItems(branch: JsonObject, keyword: string): boolean {
  const list = listOf(branch, keyword);
  return isArray(list) && list.length > 0;
}

function isDefined(branch: JsonObject, keyword: string): boolean {
  return keywordOf(branch, keyword) !== undefined;
}

/** `additionalProperties: false` says nothing in a branch. */
function allowsOthers(branch: JsonObject, keyword: string): boolean {
  return isDefined(branch, keyword) && keywordOf(branch, keyword) !== false;
}
