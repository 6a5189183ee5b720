import { otherSide, type Side } from "../../../converter/side.ts";
import type { SplitRule } from "../../language/rule.ts";
import type { CodePrinter } from "../authoring.ts";

/** A `split` rule in TypeScript: `split(v1.spec.address, "{host}:{port}", { host: v2.spec.host, port: v2.spec.port })`. */
export function splitCode(
  { from, to, template }: SplitRule,
  { path, key, literal }: CodePrinter,
): string {
  const side: Side = typeof from === "string" ? "from" : "to";
  const [whole, parts] = typeof from === "string" ? [from, to] : [to, from];
  const members = Object.entries(parts).map(
    ([name, part]) => `${key(name)}: ${path(otherSide(side), String(part))}`,
  );
  const text = typeof whole === "string" ? path(side, whole) : "";
  return `split(${text}, ${literal(template)}, { ${members.join(", ")} })`;
}
