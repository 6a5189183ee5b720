import { parse } from "../../lib/json/parse.ts";
import { isObject, type JsonObject, member } from "../../lib/json/value.ts";
import type { Op } from "./outcome.ts";

/** The vector of a line, undefined where the line is not a JSON object. */
export function vectorOf(line: string): JsonObject | undefined {
  const parsed = parse(line, { tokens: line.includes('"needsNumberTokens"') });
  return parsed.ok && isObject(parsed.value) ? parsed.value : undefined;
}

const ops = new Map<string, Promise<Op>>();

function opOf(name: string): Promise<Op> {
  const known = ops.get(name);
  if (known !== undefined) return known;
  const loaded = import(`./ops/${name}.ts`).then(
    (module) => module.run as Op,
    (cause: unknown) => () => `no op "${name}": ${(cause as Error).message.split("\n")[0]}`,
  );
  ops.set(name, loaded);
  return loaded;
}

/** The vectors with an error whose text is not that of the packages, and what differs. */
const otherTexts: ReadonlyMap<string, string> = new Map([
  ["mut/upstream/TestValidationExpressions/644/51", "the layout that Go could not parse"],
  ["mut/upstream/TestCelCostStability/281/179", "the text that Go did not expect after a time"],
  ["hand/errors/18", "the second of two syntax errors"],
  [
    "mut/upstream/TestValidateCustomResourceDefinitionValidation/119/schema/442",
    "the second of two syntax errors",
  ],
  ["hand/versions/deprecated=True/'\\x07'", "a control character: \\a instead of \\u0007"],
]);

/**
 * Runs a vector's op: undefined where the result is as expected, else the difference in words. A vector of {@link otherTexts}
 * must differ.
 */
export async function opDifference(vector: JsonObject): Promise<string | undefined> {
  const difference = await differenceOf(vector);
  const other = otherTexts.get(String(member(vector, "name")));
  if (other === undefined) return difference;
  return difference === undefined ? `does not differ any more in ${other}` : undefined;
}

async function differenceOf(vector: JsonObject): Promise<string | undefined> {
  try {
    return await (await opOf(String(member(vector, "op"))))(vector);
  } catch (error) {
    return `threw ${error instanceof Error ? error.stack?.split("\n").slice(0, 3).join(" ") : String(error)}`;
  }
}
