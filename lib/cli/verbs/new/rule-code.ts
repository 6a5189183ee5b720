import { eachItem, eachValue, parsePath, type Step } from "../../../lens/language/path.ts";
import type { RuleData } from "../../../lens/language/rule.ts";
import type { Side } from "../../../lens/language/side.ts";

/** A call of the typed builder, with the functions that it uses. */
export interface RuleCode {
  readonly code: string;
  readonly calls: readonly string[];
}

/** The arguments after the paths, in order. All other members of a rule are options. */
const positional: Readonly<Record<string, readonly string[]>> = {
  map: ["table"],
  duration: ["unit"],
  quantity: ["scale"],
  wrap: ["key"],
  keyed: ["key"],
  drop: ["reason"],
};

/** The code of a drafted rule: `move(old.spec.cohort, now.spec.cohortName)`. */
export function ruleCode(rule: RuleData, isInverted: boolean): RuleCode {
  const code = rule.op === "split" ? splitCode(rule) : plainCode(rule, isInverted);
  return { code, calls: [rule.op, ...(code.includes("every(") ? ["every"] : [])] };
}

function plainCode(rule: RuleData, isInverted: boolean): string {
  const {
    op,
    from,
    to,
    at: _,
    inverted: __,
    ...params
  }: { readonly [name: string]: unknown } = { ...rule };
  const sides: readonly Side[] = isInverted ? ["to", "from"] : ["from", "to"];
  const paths = sides.flatMap((side) => {
    const text = side === "from" ? from : to;
    return typeof text === "string" ? [pathCode(side, text)] : [];
  });
  const names = positional[String(op)] ?? [];
  const values = names.map((name) => literal(params[name]));
  const options = Object.entries(params).filter(([name]) => !names.includes(name));
  const last = options.length === 0 ? [] : [literal(Object.fromEntries(options))];
  return `${String(op)}(${[...paths, ...values, ...last].join(", ")})`;
}

function splitCode({ from, to, template }: Extract<RuleData, { readonly op: "split" }>): string {
  const side: Side = typeof from === "string" ? "from" : "to";
  const [whole, parts] = typeof from === "string" ? [from, to] : [to, from];
  const members = Object.entries(parts).map(
    ([name, path]) =>
      `${keyCode(name)}: ${pathCode(side === "from" ? "to" : "from", String(path))}`,
  );
  const text = typeof whole === "string" ? pathCode(side, whole) : "";
  return `split(${text}, ${literal(template)}, { ${members.join(", ")} })`;
}

/** `old.spec.items.each.x` for `spec.items[*].x`. */
function pathCode(side: Side, text: string): string {
  return (parsePath(text) ?? []).reduce(memberCode, side === "from" ? "old" : "now");
}

function memberCode(map: string, step: Step): string {
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

/** A value as code, in one line. */
function literal(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(literal).join(", ")}]`;
  if (typeof value === "bigint") return `${value}n`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "undefined";
  const members = Object.entries(value).map(
    ([key, member]) => `${keyCode(key)}: ${literal(member)}`,
  );
  return members.length === 0 ? "{}" : `{ ${members.join(", ")} }`;
}
