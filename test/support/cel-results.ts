import {
  declareFunctions,
  type Library,
  type Overload,
} from "../../lib/cel/library/declaration.ts";
import { compile } from "../../lib/cel/program.ts";
import { untypedEnvironment } from "../../lib/cel/schema-environment.ts";
import { printType } from "../../lib/cel/type/cel-type.ts";
import { showValue } from "../../lib/cel/value/show-value.ts";
import { re2 } from "../../lib/schema/pattern/re2.ts";
/** Expressions, each with its result, by topic. */
export type ResultTable = Readonly<Record<string, readonly (readonly [string, string])[]>>;

/** An expression's value as CEL text; `error: …` if it fails; the first line of the compiler's error if it does not compile. */
export function resultOf(expression: string): string {
  const compiled = compile(expression, untypedEnvironment(re2));
  if (compiled.ok) return showValue(compiled.value.evaluate({}).value);
  return compiled.error.text.split("\n", 1).join();
}

/** The overloads of the libraries that no expression of the table calls with argument types known when it is compiled. */
export function untestedOverloads(
  libraries: readonly Library[],
  table: ResultTable,
): readonly string[] {
  const expressions = Object.values(table).flatMap((rows) => rows.map(([text]) => text));
  const tested = new Set(expressions.flatMap(calledOverloads));
  return [...declareFunctions(libraries).values()]
    .flatMap(({ name, overloads }) => overloads.map((overload) => spelled(name, overload)))
    .filter((overload) => !tested.has(overload));
}

function calledOverloads(expression: string): readonly string[] {
  const compiled = compile(expression, untypedEnvironment(re2));
  const calls = compiled.ok ? compiled.value.checked.calls : [];
  return calls.flatMap((call) =>
    call?.overloads.length === 1
      ? call.overloads.map((overload) => spelled(call.declared.name, overload))
      : [],
  );
}

function spelled(name: string, { isMember, args }: Overload): string {
  const [first = "", ...rest] = args.map(printType);
  return isMember ? `${first}.${name}(${rest})` : `${name}(${args.map(printType)})`;
}
