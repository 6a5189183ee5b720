import { isArray, isObject, type JsonValue } from "../../lib/json/value.ts";
import { type ConvertValue, unparsable, type ValueCodec } from "../../lib/lens/ops/codec.ts";

/** Converts a list of scalars to maps with only a name, for tests of ops that use another op. Other values cannot be parsed. */
export const namesCodec: ValueCodec = {
  forward: listOf((item) => (isScalar(item) ? { name: item } : undefined)),
  backward: listOf((item) => {
    const [name, ...more] = isObject(item) ? Object.entries(item) : [];
    const isName = name?.[0] === "name" && more.length === 0 && isScalar(name[1]);
    return isName ? name[1] : undefined;
  }),
  exactForward: true,
  exactBackward: true,
};

function isScalar(value: JsonValue): boolean {
  return !isArray(value) && !isObject(value);
}

function listOf(convert: (item: JsonValue) => JsonValue | undefined): ConvertValue {
  return (list) => {
    if (!isArray(list)) return unparsable;
    const items = list.flatMap((item) => convert(item) ?? []);
    return items.length === list.length ? items : unparsable;
  };
}
