import { type JsonError, tooDeep } from "./error.ts";
import { LexError, Lexer } from "./lexer.ts";
import { err, ok, type Result } from "./result.ts";
import { assign, type JsonValue, type MutableJsonObject } from "./value.ts";

/** A list or map that is being read; `key` is the member whose value comes next. */
type Frame = { readonly list: JsonValue[] } | { readonly map: MutableJsonObject; key: string };

/**
 * Parses without losing a number or a key: see `parse`, which calls this only where the platform's parser would lose one, or
 * failed.
 * Keeps its own stack, so nesting is bounded by `maxDepth` alone.
 */
export function parseExactly(
  text: string,
  options: { readonly maxDepth: number; readonly tokens: boolean },
): Result<JsonValue, JsonError> {
  const lexer = new Lexer(text, options.tokens);
  try {
    const value = readValue(lexer, options.maxDepth);
    if (!Number.isNaN(lexer.peek())) throw lexer.fault("data after the value");
    return ok(value);
  } catch (error) {
    if (error instanceof LexError) return err({ message: error.message, offset: error.offset });
    throw error;
  }
}

function readValue(lexer: Lexer, maxDepth: number): JsonValue {
  const stack: Frame[] = [];
  for (;;) {
    const opened = open(lexer);
    let value: JsonValue;
    if (opened === undefined) {
      value = lexer.scalar();
    } else {
      if (stack.length >= maxDepth) throw lexer.fault(tooDeep(maxDepth));
      if (!closes(lexer, opened)) {
        stack.push(opened);
        continue;
      }
      value = contentOf(opened);
    }
    for (;;) {
      const frame = stack.at(-1);
      if (frame === undefined) return value;
      put(frame, value);
      if (continues(lexer, frame)) break;
      value = contentOf(frame);
      stack.pop();
    }
  }
}

/** Passes an opening bracket, if one is next. */
function open(lexer: Lexer): Frame | undefined {
  const code = lexer.peek();
  if (code !== 0x5b && code !== 0x7b) return undefined;
  lexer.offset++;
  return code === 0x5b ? { list: [] } : { map: {}, key: "" };
}

/** After an opening bracket: passes the closing one and says true, or stands before the first value. */
function closes(lexer: Lexer, frame: Frame): boolean {
  if (lexer.peek() === ("list" in frame ? 0x5d : 0x7d)) {
    lexer.offset++;
    return true;
  }
  readKey(lexer, frame);
  return false;
}

/** After a value: passes a comma and stands before the next value, or passes the closing bracket and says false. */
function continues(lexer: Lexer, frame: Frame): boolean {
  if (lexer.peek() === 0x2c) {
    lexer.offset++;
    readKey(lexer, frame);
    return true;
  }
  lexer.expect("list" in frame ? "]" : "}");
  return false;
}

function readKey(lexer: Lexer, frame: Frame): void {
  if ("list" in frame) return;
  frame.key = lexer.string();
  lexer.expect(":");
}

function put(frame: Frame, value: JsonValue): void {
  if ("list" in frame) frame.list.push(value);
  else assign(frame.map, frame.key, value);
}

function contentOf(frame: Frame): JsonValue {
  return "list" in frame ? frame.list : frame.map;
}
