import { Float, type JsonValue } from "../../json/value.ts";
import { stringify } from "../../json/write.ts";
import type { Structural } from "../../schema/structural/structural.ts";
import type { DrawState } from "../draw/draw.ts";
import { valueDraw } from "../draw/value-draw.ts";
import type { Token } from "./changed-object.ts";

/** Where a token was found first. */
export interface PlacedToken {
  readonly token: Token;
  /** Undefined for a name in a map, and where none is declared. */
  readonly schema: Structural | undefined;
}

/** The text by which a token is known: of a text and of a number that looks like it they differ. */
export function tokenText(token: JsonValue): string {
  return stringify(token);
}

/** Attempts to draw a value by the schema, before a plain one is taken. */
const maxTries = 5;

/**
 * A generated value of the same JSON type, which `isTaken` is not true for. A plain one, `text-3` or 1003, is no other token's:
 * `count` tells them apart.
 */
export function freshValue(
  { token, schema }: PlacedToken,
  { draw, count, isTaken }: FreshOptions,
): Token {
  for (let tries = 0; schema !== undefined && tries < maxTries; tries++) {
    const value = valueDraw(schema)(draw, 0);
    if (isToken(value) && isText(value) === isText(token) && !isTaken(tokenText(value))) {
      return value;
    }
  }
  return isText(token) ? `text-${count}` : firstPlainNumber + count;
}

interface FreshOptions {
  readonly draw: DrawState;
  readonly count: number;
  readonly isTaken: (text: string) => boolean;
}

const firstPlainNumber = 1_000;

function isText(value: Token): value is string {
  return typeof value === "string";
}

function isToken(value: JsonValue | undefined): value is Token {
  const isNumber = typeof value === "number" || typeof value === "bigint";
  return typeof value === "string" || isNumber || value instanceof Float;
}
