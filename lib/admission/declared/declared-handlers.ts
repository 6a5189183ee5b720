import { loadEngines } from "../../crd/engines/load-engines.ts";
import { isArray, isObject, type JsonObject, type JsonValue } from "../../json/value.ts";
import { isBeingDeleted } from "../../protocol/object-metadata.ts";
import type { FieldError } from "../../schema/field-error/field-error.ts";
import { errorField, rootPath } from "../../schema/field-error/path.ts";
import { structuralForm } from "../../schema/structural/form.ts";
import type { LookupContext, ValidateContext } from "../admission-kind.ts";
import type { DeclaredLookup } from "./declared-data.ts";
import { valuesAt } from "./values-at.ts";

/** The defaults to set: those whose paths have no value in the object. */
export function missingDefaults(
  object: JsonObject,
  defaults: Readonly<Record<string, JsonValue>>,
): readonly (readonly [path: string, value: JsonValue])[] {
  return Object.entries(defaults).filter(([path]) => valuesAt(object, path).length === 0);
}

/** The rules of an `admission.yaml`, and the schema of the version that they are written for. */
export interface DeclaredRules {
  readonly schema: JsonObject;
  readonly rules: readonly JsonObject[];
}

/**
 * Denies an object that violates a CEL rule. The cost limit is the API server's for one object. An UPDATE is not denied
 * for a fault that the old object had too, and never while the object is being deleted: a denial would keep finalizers
 * from being removed.
 */
export async function checkRules(
  object: JsonObject,
  { old, deny }: ValidateContext,
  declared: DeclaredRules,
): Promise<undefined> {
  if (old !== undefined && isBeingDeleted(object)) return;
  const faultsOf = await ruleRunner(declared);
  const faults = faultsOf(object, old);
  if (faults.length === 0) return;
  const before = new Set(old === undefined ? [] : faultsOf(old, undefined).map(fieldErrorText));
  for (const fault of faults) {
    if (before.has(fieldErrorText(fault))) continue;
    const { field, detail, type } = fault;
    deny(field === errorField(rootPath) ? rootPath : field, detail, type);
  }
}

type RuleRunner = (object: JsonObject, old: JsonObject | undefined) => readonly FieldError[];

/** The compiled form of each list of rules, so that a list is compiled once. */
const runners = new WeakMap<DeclaredRules["rules"], Promise<RuleRunner>>();

function ruleRunner(declared: DeclaredRules): Promise<RuleRunner> {
  const runner = runners.get(declared.rules) ?? compiledRunner(declared);
  runners.set(declared.rules, runner);
  return runner;
}

async function compiledRunner({ schema, rules }: DeclaredRules): Promise<RuleRunner> {
  // The API server itself runs the rules in the CRD's schema, so they are removed from this copy of the schema.
  const typed = { ...withoutRules(schema), [ruleKeyword]: rules };
  const { rules: engine } = await loadEngines(typed);
  const structural = structuralForm(typed);
  return (object, old) => engine?.evaluateRules(structural, true, object, { old }).errors ?? [];
}

const ruleKeyword = "x-kubernetes-validations";

function withoutRules(schema: JsonObject): JsonObject {
  const entries = Object.entries(schema).filter(
    ([key, value]) => key !== ruleKeyword || !isArray(value),
  );
  return Object.fromEntries(
    entries.map(([key, value]) => [key, isObject(value) ? withoutRules(value) : value]),
  );
}

function fieldErrorText({ field, detail }: FieldError): string {
  return `${field} ${detail}`;
}

/**
 * Denies an object that names an object which does not exist in the cluster. Requests only metadata, once for each
 * name.
 */
export async function checkExistence(
  object: JsonObject,
  { lookup, signal, namespace: own, deny }: LookupContext,
  { kind, name: path, namespace = own, isClusterScoped, message, ...type }: DeclaredLookup,
): Promise<undefined> {
  const named = valuesAt(object, path).filter(
    ({ value }) => typeof value === "string" && value !== "",
  );
  const at = isClusterScoped ? {} : { namespace };
  const key = { group: type.group, version: type.version, resource: type.resource, ...at };
  const unknown = new Set<string>();
  const names = new Set(named.map(({ value }) => String(value)));
  const pending = names.values();
  const lookUpInTurn = async (): Promise<void> => {
    for (const name of pending) {
      if (!(await lookup.exists({ ...key, name }, signal))) unknown.add(name);
    }
  };
  const length = Math.min(names.size, maxConcurrentLookups);
  await Promise.all(Array.from({ length }, lookUpInTurn));
  const place = isClusterScoped ? "" : ` in the namespace ${namespace}`;
  for (const { path: field, value } of named) {
    const name = String(value);
    if (!unknown.has(name)) continue;
    const text = message ?? `there is no ${kind} ${JSON.stringify(name)}${place}`;
    deny(field, text, "FieldValueNotFound");
  }
}

/**
 * The most lookups of one entry in an `admission.yaml` that run at the same time. The number is a choice: half of the different
 * lookups that a review may make, so that two rounds are enough.
 */
const maxConcurrentLookups = 100;
