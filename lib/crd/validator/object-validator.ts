import type { JsonObject } from "../../json/value.ts";
import type { FieldError } from "../../schema/field-error/field-error.ts";
import { fittingAt } from "../../schema/fitting/fitting.ts";
import { validateEmbeddedResources } from "../../schema/metadata/embedded-resources.ts";
import { structuralForm } from "../../schema/structural/form.ts";
import type { Structural } from "../../schema/structural/structural.ts";
import { validateListTypes } from "../../schema/validation/list-types.ts";
import { faultsBeyond } from "../../schema/validation/new-faults.ts";
import { compileNode, type ValidationNode } from "../../schema/validation/schema-node.ts";
import { compileValidator } from "../../schema/validation/validate.ts";
import type { ObjectValidator } from "../../schema/validation/validators.ts";
import { RuleEngineMissingError, type SchemaEngines } from "../engines/engines.ts";
import { holdsRule, loadEngines } from "../engines/load-engines.ts";

/** The results of {@link loadObjectValidator}, by schema. */
const loaded = new WeakMap<JsonObject, ObjectValidator>();

/**
 * Loads the engines that a version's schema needs, and compiles the checks of the API server for objects of that version.
 * Transition rules are left out.
 */
export async function loadObjectValidator(schema: JsonObject): Promise<ObjectValidator> {
  const known = loaded.get(schema);
  if (known !== undefined) return known;
  const fresh = objectValidator(schema, await loadEngines(schema));
  loaded.set(schema, fresh);
  return fresh;
}

/**
 * Compiles the checks of the API server for objects of a version, with the given engines. Transition rules are left out.
 * Errors: throws {@link RuleEngineMissingError} if the schema has rules and `engines` has no engine for them. Validating
 * throws Re2MissingError if a pattern needs RE2 and `engines` does not have it.
 */
export function objectValidator(schema: JsonObject, engines: SchemaEngines): ObjectValidator {
  const structural = structuralForm(schema);
  const validator = compileValidator(schema, engines.re2);
  const ruleFaults = ruleFaultsOf(schema, structural, engines);
  let node: ValidationNode | undefined;
  const everyFault = (object: JsonObject): readonly FieldError[] => [
    ...validator.validate(object),
    ...validateEmbeddedResources(object, structural, { isResourceRoot: false }),
    ...validateListTypes(object, structural),
    ...ruleFaults(object),
  ];
  return {
    faults: (object, old) => {
      const ratcheting = old !== undefined;
      const wereListsInvalid = old !== undefined && validateListTypes(old, structural).length > 0;
      const errors = [
        ...(old === undefined
          ? validator.validate(object)
          : validator.validateUpdate(object, old, { ratcheting })),
        ...(wereListsInvalid ? [] : validateListTypes(object, structural)),
      ];
      if (errors.length > 0) return errors;
      const faults = ruleFaults(object);
      if (faults.length === 0 || old === undefined) return faults;
      const before = new Set(ruleFaults(old).map(fieldErrorText));
      return faults.filter((fault) => !before.has(fieldErrorText(fault)));
    },
    everyFault,
    faultsBeyond: (base, listKeys) => faultsBeyond(base, listKeys, everyFault),
    fitting: (path, members) => {
      node ??= compileNode(schema, engines);
      return fittingAt({ node, structural }, path, members);
    },
  };
}

/**
 * Returns a function that evaluates the rules of a schema for an object. Transition rules are left out: they apply only
 * to writes in the version whose schema has them.
 */
function ruleFaultsOf(
  schema: JsonObject,
  structural: Structural,
  { rules }: SchemaEngines,
): (object: JsonObject) => readonly FieldError[] {
  if (!holdsRule(schema)) return () => [];
  if (rules === undefined) throw new RuleEngineMissingError();
  return (object) => rules.evaluateRules(structural, true, object).errors;
}

function fieldErrorText({ field, detail }: FieldError): string {
  return `${field} ${detail}`;
}
