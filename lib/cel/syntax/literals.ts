import { maxInt64, minInt64 } from "../../json/numbers.ts";
import { intOf, maxUint64 } from "../value/int.ts";
import { Double, Uint } from "../value/value.ts";
import type { LiteralValue } from "./ast.ts";
import { readQuoted } from "./quoted-literal.ts";
import type { TokenReader } from "./token-reader.ts";

/** A literal with its position, or an error. */
type ReadLiteral =
  | { readonly at: number; readonly value: LiteralValue }
  | { readonly at: number; readonly message: string };

/** Reads a literal, including its sign. */
export function readLiteral(reader: TokenReader): ReadLiteral {
  const { at } = reader;
  const sign = reader.skip("-") ? "-" : "";
  const { kind, text } = reader;
  reader.advance();
  switch (kind) {
    case "int":
      return readInt(at, sign, text);
    case "uint":
      return readUint(at, text.slice(0, -1));
    case "float":
      return readDouble(at, Number(sign + text));
    case "string":
    case "bytes": {
      const read = readQuoted(text, kind === "bytes");
      if (!read.ok) return { at, message: read.message };
      return { at, value: kind === "bytes" ? read.bytes : read.text };
    }
    default:
      return { at, value: text === "null" ? null : text === "true" };
  }
}

function readInt(at: number, sign: string, text: string): ReadLiteral {
  // Subtracts from 0, because negating 0 would give -0.
  if (text.length < 13) return { at, value: sign === "-" ? 0 - Number(text) : Number(text) };
  const value = sign === "-" ? -BigInt(text) : BigInt(text);
  return value > maxInt64 || value < minInt64
    ? { at, message: "invalid int literal" }
    : { at, value: intOf(value) };
}

function readUint(at: number, text: string): ReadLiteral {
  const value = BigInt(text);
  return value > maxUint64
    ? { at, message: "invalid uint literal" }
    : { at, value: new Uint(value) };
}

function readDouble(at: number, value: number): ReadLiteral {
  return Number.isFinite(value)
    ? { at, value: new Double(value) }
    : { at, message: "invalid double literal" };
}
