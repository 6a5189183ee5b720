import { Float, type JsonValue } from "../../json/value.ts";
import { stringify } from "../../json/write.ts";
import type { Structural } from "../../schema/structural/structural.ts";
import type { DrawState } from "../draw/draw.ts";
import { valueDraw } from "../draw/value-draw.ts";
import type { ObjectToken } from "./changed-object.ts";

/** A token, and the schema of the place where it was found. */
export interface PlacedToken {
  readonly token: ObjectToken;
  /** Undefined for the name of a map member, and if no schema is declared. */
  readonly schema: Structural | undefined;
}

/** The JSON text by which a token is identified: the text `"1"` and the number `1` differ. */
export function tokenText(token: JsonValue): string {
  return stringify(token);
}

/**
 * The most attempts to draw a value from the schema, before a plain one is used. The number is a choice: drawing follows most
 * constraints, so values that fail several times mostly fail always.
 */
const maxTries = 5;

/**
 * A generated text in place of a text, or a generated number in place of a number, for which `isTaken` is false. If the schema
 * gives none, a plain value that `count` makes unique, such as `text-3` or 1003.
 */
export function freshValue(
  { token, schema }: PlacedToken,
  { draw, count, isTaken }: FreshOptions,
): ObjectToken {
  const isText = typeof token === "string";
  for (let tries = 0; schema !== undefined && tries < maxTries; tries++) {
    const value = valueDraw(schema)(draw, 0);
    if (isToken(value) && (typeof value === "string") === isText && !isTaken(tokenText(value))) {
      return value;
    }
  }
  return plainValue({ token, schema }, { count });
}

/** A text or number that `count` makes unique. */
function plainValue({ token }: PlacedToken, { count }: Pick<FreshOptions, "count">): ObjectToken {
  return typeof token === "string" ? `text-${count}` : firstPlainNumber + count;
}

/**
 * As {@link freshValue}, but always a plain value. A text is at least as long as the token, because a fault may depend on the
 * length. Padding ends at a power of two, so that it does not reveal the token's own length.
 */
export function longPlainValue(
  placed: PlacedToken,
  options: Pick<FreshOptions, "count">,
): ObjectToken {
  const value = plainValue(placed, options);
  if (typeof value !== "string") return value;
  return value.padEnd(2 ** Math.ceil(Math.log2(String(placed.token).length)), "x");
}

interface FreshOptions {
  readonly draw: DrawState;
  readonly count: number;
  readonly isTaken: (text: string) => boolean;
}

/** Above the small numbers that are usual in samples, so that a replacement is seldom a number of a sample. */
const firstPlainNumber = 1_000;

function isToken(value: JsonValue | undefined): value is ObjectToken {
  const isNumber = typeof value === "number" || typeof value === "bigint";
  return typeof value === "string" || isNumber || value instanceof Float;
}
