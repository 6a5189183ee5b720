import { estimateCost } from "../../../lib/cel/cost/estimate.ts";
import { compile } from "../../../lib/cel/program.ts";
import { untypedCelValue } from "../../../lib/cel/schema/native.ts";
import { withTypeAndObjectMeta } from "../../../lib/cel/schema/resource-root.ts";
import { schemaValue } from "../../../lib/cel/schema/schema-value.ts";
import { schemaEnvironment, untypedEnvironment } from "../../../lib/cel/schema-environment.ts";
import { printType } from "../../../lib/cel/type/cel-type.ts";
import { CelError, type CelValue } from "../../../lib/cel/value/value.ts";
import { type JsonObject, type JsonValue, member } from "../../../lib/json/value.ts";
import { re2 } from "../../../lib/schema/pattern/re2.ts";
import { encodeCel } from "../cel-values.ts";
import { structuralOf } from "../schemas.ts";
import { differenceOfValues, expectedOf } from "../values.ts";

/** Op `celexpr`: compiles one expression, estimates its cost and evaluates it. */
export async function run(vector: JsonObject): Promise<string | undefined> {
  const expect = expectedOf(vector);
  const isRoot = member(vector, "isResourceRoot") === true;
  const structural = member(vector, "schema") === undefined ? undefined : structuralOf(vector);
  const typed = structural && schemaEnvironment({ structural, isRoot }, re2);
  const program = compile(
    String(member(vector, "expr")),
    typed?.environment ?? untypedEnvironment(re2),
  );
  if (!program.ok) return compileDifference(program.error.text, expect);
  if (member(expect, "compileError") !== undefined) return "compiled, expected an error";
  const selfJson = member(vector, "self") ?? null;
  const self: CelValue =
    structural === undefined
      ? untypedCelValue(selfJson)
      : schemaValue(selfJson, isRoot ? withTypeAndObjectMeta(structural) : structural);
  const { value, cost } = program.value.evaluate({ self });
  const estimate = estimateCost(program.value.checked, () => undefined);
  const got: JsonValue = {
    type: printType(program.value.type),
    estimate: { min: String(estimate.min), max: String(estimate.max) },
    cost,
    ...(value instanceof CelError ? { error: value.message } : { value: encodeCel(value) }),
  };
  return differenceOfValues("result", got, expect);
}

function compileDifference(text: string, expect: JsonObject): string | undefined {
  const wanted = member(expect, "compileError");
  if (wanted === undefined) return `does not compile: ${text}`;
  return wanted === text ? undefined : `got ${text}, expected ${String(wanted)}`;
}
