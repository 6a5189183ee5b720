import { float64Of, isNumber } from "../../go/number.ts";
import { ServerPanic } from "../value/evaluation-fault.ts";
import { showValue } from "../value/show-value.ts";
import { CelError, CelList, CelMap } from "../value/value.ts";
import { type GoValue, isInteger, NonJsonValue, nativeTypeName } from "./native.ts";

/**
 * Identifies a scalar by type and value. An error is equal to no other value. Throws {@link ServerPanic} for a value that
 * Go can't hash: a list, a map or bytes. A list with `x-kubernetes-list-type: set` may have such items.
 */
export function scalarIdentity(value: GoValue): string | symbol {
  if (typeof value === "string") return `s${value}`;
  if (value instanceof NonJsonValue) return nativeIdentity(value);
  if (isNumber(value)) return isInteger(value) ? `i${value}` : `f${float64Of(value)}`;
  if (typeof value === "boolean" || value === null) return String(value);
  throw unhashable(nativeTypeName(value));
}

function nativeIdentity({ typeName, value }: NonJsonValue): string | symbol {
  if (value instanceof CelError) return Symbol("error");
  if (value instanceof Uint8Array || value instanceof CelList || value instanceof CelMap) {
    throw unhashable(typeName);
  }
  return `n${typeName} ${showValue(value)}`;
}

function unhashable(typeName: string): ServerPanic {
  return new ServerPanic(`runtime error: hash of unhashable type ${typeName}`);
}
