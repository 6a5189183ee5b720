import { isObject, type JsonObject, member } from "../../../lib/json/value.ts";
import { preparePatterns } from "../../../lib/schema/pattern.ts";
import { compileValidator } from "../../../lib/schema/validate.ts";
import { errorDifference } from "../field-errors.ts";

/** Value validation on create, and on update without and with ratcheting. */
export async function run(vector: JsonObject): Promise<string | undefined> {
  const schema = member(vector, "schema") ?? null;
  await preparePatterns(schema);
  const validator = compileValidator(schema);
  const object = member(vector, "object") ?? null;
  const expect = member(vector, "expect");
  if (!isObject(expect)) return "no expectation";
  const differences = [
    errorDifference("create", validator.validate(object), member(expect, "errors")),
  ];
  const update = member(expect, "update");
  if (isObject(update)) {
    const old = member(vector, "old") ?? null;
    const plain = validator.validateUpdate(object, old, { ratcheting: false });
    const ratcheted = validator.validateUpdate(object, old, { ratcheting: true });
    differences.push(
      errorDifference("update", plain, member(update, "plain")),
      errorDifference("ratcheted", ratcheted, member(update, "ratcheted")),
    );
  }
  return differences.find((difference) => difference !== undefined);
}
