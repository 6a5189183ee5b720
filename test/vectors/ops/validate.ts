import { isObject, type JsonObject, type JsonValue, member } from "../../../lib/json/value.ts";
import type { FieldError } from "../../../lib/schema/field-error/field-error.ts";
import { re2 } from "../../../lib/schema/pattern/re2.ts";
import type { Structural } from "../../../lib/schema/structural/structural.ts";
import { validateListTypes } from "../../../lib/schema/validation/list-types.ts";
import { compileValidator } from "../../../lib/schema/validation/validate.ts";
import { errorDifference } from "../field-errors.ts";
import { structuralOf } from "../schemas.ts";
import { expectedOf } from "../values.ts";

/** Op `validate`: errors on create, and on update without and with ratcheting; errors of list types apart. */
export async function run(vector: JsonObject): Promise<string | undefined> {
  const schema = member(vector, "schema") ?? null;
  const validator = compileValidator(schema, re2);
  const structural = structuralOf(vector);
  const object = member(vector, "object") ?? null;
  const expect = expectedOf(vector);
  const differences = [
    errorDifference("create", validator.validate(object), member(expect, "errors")),
    errorDifference("lists", validateListTypes(object, structural), member(expect, "listErrors")),
  ];
  const update = member(expect, "update");
  if (isObject(update)) {
    const old = member(vector, "old") ?? null;
    const plain = validator.validateUpdate(object, old, { ratcheting: false });
    const ratcheted = validator.validateUpdate(object, old, { ratcheting: true });
    const lists = updatedLists(object, old, structural);
    differences.push(
      errorDifference("update", plain, member(update, "plain")),
      errorDifference("ratcheted", ratcheted, member(update, "ratcheted")),
      errorDifference("updated lists", lists, member(update, "listErrors")),
    );
  }
  return differences.find((difference) => difference !== undefined);
}

/** An update may keep existing errors of list types. */
function updatedLists(
  object: JsonValue,
  old: JsonValue,
  structural: Structural | undefined,
): readonly FieldError[] {
  return validateListTypes(old, structural).length > 0 ? [] : validateListTypes(object, structural);
}
