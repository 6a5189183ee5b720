import { type JsonError, tooDeep } from "./error.ts";
import { LexError, Lexer } from "./lexer.ts";
import { err, ok, type Result } from "./result.ts";
import { assign, type JsonValue, type MutableJsonObject } from "./value.ts";

/** A list or map that is being read. `key` is the key of the value that is read next. */
type OpenContainer =
  | { readonly list: JsonValue[] }
  | { readonly map: MutableJsonObject; key: string };

/**
 * Parses without changing a number or a key. `parse` calls this if its option `tokens` is set, and if the runtime's parser
 * fails, may change a number or key, or returns too many levels. Does not recurse: only `maxDepth` limits the nesting.
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
  const stack: OpenContainer[] = [];
  for (;;) {
    const opened = openContainer(lexer);
    let value: JsonValue;
    if (opened === undefined) {
      value = lexer.scalar();
    } else {
      if (stack.length >= maxDepth) throw lexer.fault(tooDeep(maxDepth));
      if (!readClosing(lexer, opened)) {
        stack.push(opened);
        continue;
      }
      value = contentOf(opened);
    }
    for (;;) {
      const container = stack.at(-1);
      if (container === undefined) return value;
      putIntoContainer(container, value);
      if (readSeparator(lexer, container)) break;
      value = contentOf(container);
      stack.pop();
    }
  }
}

/** Consumes an opening bracket; undefined if the next character is not one. */
function openContainer(lexer: Lexer): OpenContainer | undefined {
  const code = lexer.peek();
  if (code !== 0x5b && code !== 0x7b) return undefined;
  lexer.offset++;
  return code === 0x5b ? { list: [] } : { map: {}, key: "" };
}

/**
 * Called after an opening bracket. If the closing bracket follows, consumes it and returns true; otherwise consumes the
 * first key of a map.
 */
function readClosing(lexer: Lexer, container: OpenContainer): boolean {
  if (lexer.peek() === ("list" in container ? 0x5d : 0x7d)) {
    lexer.offset++;
    return true;
  }
  readKey(lexer, container);
  return false;
}

/**
 * Called after a value. If a comma follows, consumes it and the next key and returns true; otherwise consumes the
 * closing bracket.
 */
function readSeparator(lexer: Lexer, container: OpenContainer): boolean {
  if (lexer.peek() === 0x2c) {
    lexer.offset++;
    readKey(lexer, container);
    return true;
  }
  lexer.expect("list" in container ? "]" : "}");
  return false;
}

function readKey(lexer: Lexer, container: OpenContainer): void {
  if ("list" in container) return;
  container.key = lexer.string();
  lexer.expect(":");
}

function putIntoContainer(container: OpenContainer, value: JsonValue): void {
  if ("list" in container) container.list.push(value);
  else assign(container.map, container.key, value);
}

function contentOf(container: OpenContainer): JsonValue {
  return "list" in container ? container.list : container.map;
}
