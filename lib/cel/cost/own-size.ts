import type { Expr, Literal } from "../syntax/ast.ts";
import { type CelType, optionalValueType } from "../type/cel-type.ts";
import { codePointCount } from "../value/size.ts";
import { type Interval, pointInterval } from "./interval.ts";

/** The size of the value of a literal, of a list `[…]` or of a map `{…}`; undefined for other expressions. */
export function ownSize(expr: Expr): Interval | undefined {
  switch (expr.kind) {
    case "literal":
      return pointInterval(BigInt(literalSize(expr)));
    case "list":
      return pointInterval(BigInt(expr.items.length));
    case "map":
      return pointInterval(BigInt(expr.entries.length));
    default:
      return undefined;
  }
}

function literalSize({ value }: Literal): number {
  if (typeof value === "string") return codePointCount(value);
  return value instanceof Uint8Array ? value.length : 1;
}

/** True for a type whose values have the size 1. */
export function isScalar(type: CelType): boolean {
  switch (type.kind) {
    case "bool":
    case "double":
    case "duration":
    case "int":
    case "timestamp":
    case "uint":
      return true;
    default: {
      const inside = optionalValueType(type);
      return inside !== undefined && isScalar(inside);
    }
  }
}
