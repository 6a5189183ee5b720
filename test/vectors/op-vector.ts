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

/** Runs a vector's op: undefined where the result is as expected, else the difference in words. */
export async function opDifference(vector: JsonObject): Promise<string | undefined> {
  try {
    return await (await opOf(String(member(vector, "op"))))(vector);
  } catch (error) {
    return `threw ${error instanceof Error ? error.stack?.split("\n").slice(0, 3).join(" ") : String(error)}`;
  }
}
