import type { Side } from "../../../converter/side.ts";
import { eachItem, eachValue, type PathStep, parsePath } from "../../../lens/language/path.ts";
import type { RuleData } from "../../../lens/language/rule.ts";
import type { CodePrinter } from "../../../lens/ops/authoring.ts";
import { authoringOf } from "../../../lens/ops/authoring-registry.ts";
import { rulesWithin } from "../../../lens/ops/registry.ts";

/** The code of a call of the typed builder, and the names of the functions that the code must import. */
interface RuleCode {
  readonly code: string;
  readonly calls: readonly string[];
}

/** By side, the name of the parameter that stands for the version. */
type VersionParameters = Readonly<Record<Side, string>>;

/**
 * The code of a drafted rule: `move(v1.spec.cohort, v2.spec.cohortName)`. `names` are the parameters for the two versions.
 * `inverted` has the rules, also inner ones, whose op has the newer version as its first side.
 */
export function ruleCode(
  rule: RuleData,
  names: VersionParameters,
  inverted: ReadonlySet<RuleData>,
): RuleCode {
  const own = authoringOf(rule).code;
  const code =
    typeof own === "function"
      ? own(rule, printerWith(names))
      : plainCode(rule, own, names, inverted.has(rule));
  const inner = (typeof own === "function" ? [] : rulesWithin(rule)).map((each) =>
    ruleCode(each, names, inverted),
  );
  const within = inner.map((each) => each.code).join(", ");
  return {
    code:
      inner.length === 0
        ? code
        : `${code.slice(0, -1)}, (${names.from}, ${names.to}) => [${within}])`,
    calls: [
      rule.op,
      ...(code.includes("every(") ? ["every"] : []),
      ...inner.flatMap(({ calls }) => calls),
    ],
  };
}

function plainCode(
  rule: RuleData,
  parameters: readonly string[],
  names: VersionParameters,
  isInverted: boolean,
): string {
  const {
    op,
    from,
    to,
    at: _,
    inverted: __,
    rules: ___,
    ...params
  }: { readonly [name: string]: unknown } = { ...rule };
  const sides: readonly Side[] = isInverted ? ["to", "from"] : ["from", "to"];
  const paths = sides.flatMap((side) => {
    const text = side === "from" ? from : to;
    return typeof text === "string" ? [pathCode(names[side], text)] : [];
  });
  const values = parameters.map((name) => literal(params[name]));
  const options = Object.entries(params).filter(([name]) => !parameters.includes(name));
  const last = options.length === 0 ? [] : [literal(Object.fromEntries(options))];
  return `${String(op)}(${[...paths, ...values, ...last].join(", ")})`;
}

/** The code of a path: `v1.spec.items.each.x` for `spec.items[*].x`. */
function pathCode(version: string, text: string): string {
  return (parsePath(text) ?? []).reduce(memberCode, version);
}

function memberCode(map: string, step: PathStep): string {
  if (step === eachItem) return `${map}.each`;
  if (step === eachValue) return `every(${map})`;
  if (typeof step !== "string") return map;
  return isName(step) ? `${map}.${step}` : `${map}[${literal(step)}]`;
}

function keyCode(key: string): string {
  return isName(key) ? key : literal(key);
}

function isName(key: string): boolean {
  return /^[A-Za-z_$][\w$]*$/.test(key);
}

/** A value as a TypeScript literal on one line. */
function literal(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(literal).join(", ")}]`;
  if (typeof value === "bigint") return `${value}n`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "undefined";
  const members = Object.entries(value).map(
    ([key, member]) => `${keyCode(key)}: ${literal(member)}`,
  );
  return members.length === 0 ? "{}" : `{ ${members.join(", ")} }`;
}

function printerWith(names: VersionParameters): CodePrinter {
  return { path: (side, text) => pathCode(names[side], text), key: keyCode, literal };
}
