import { assertDefined } from "../../json/invariant.ts";
import { err, ok, type Result } from "../../json/result.ts";
import { type PathNode, sliceOf } from "./path-node.ts";
import { unquoteJsonPath } from "./unquote.ts";

/**
 * The greatest depth of nested filters and unions, which are parsed recursively. The number is a choice: real paths have a
 * depth of one or two, and each level takes a few calls on the stack.
 */
const maxNesting = 100;

class PathSyntaxError extends Error {
  override readonly name = "PathSyntaxError";
}

/**
 * Parses a kubectl JSONPath template, which consists of text and of actions in braces. The result has one list of nodes
 * for each action.
 *
 * Errors: why the text is not a template.
 * Source: https://github.com/kubernetes/client-go/blob/44a8af2fee83/util/jsonpath/parser.go.
 */
export function parseJsonPath(text: string): Result<readonly (readonly PathNode[])[], string> {
  try {
    return ok(new TemplateParser(text, 0).template());
  } catch (error) {
    if (error instanceof PathSyntaxError) return err(error.message);
    throw error;
  }
}

const terminator = /[ \t\r\n.,[\]$@{}]/;

class TemplateParser {
  readonly #text: string;
  readonly #depth: number;
  #at = 0;

  constructor(text: string, depth: number) {
    if (depth > maxNesting) throw new PathSyntaxError("nested too deep");
    this.#text = text;
    this.#depth = depth;
  }

  template(): PathNode[][] {
    const actions: PathNode[][] = [];
    while (this.#at < this.#text.length) {
      const open = this.#text.indexOf("{", this.#at);
      const end = open === -1 ? this.#text.length : open;
      if (end > this.#at) {
        actions.push([{ kind: "literal", value: this.#text.slice(this.#at, end) }]);
      }
      this.#at = end + 1;
      if (open !== -1) actions.push(this.#action());
    }
    return actions;
  }

  #action(): PathNode[] {
    const nodes: PathNode[] = [];
    while (!this.#text.startsWith("}", this.#at)) this.#node(nodes);
    this.#at++;
    return nodes;
  }

  #node(nodes: PathNode[]): void {
    const rest = this.#text.slice(this.#at, this.#at + 3);
    const char = String.fromCodePoint(this.#text.codePointAt(this.#at) ?? 10);
    if (rest === "[?(") nodes.push(this.#filter());
    else if (rest.startsWith("..")) this.#recursive(nodes);
    else if (char === "\n" || char === "\r") throw new PathSyntaxError("unclosed action");
    else if (char === " " || char === "@" || char === "$") this.#at++;
    else if (char === "[") nodes.push(...this.#brackets());
    else if (char === '"' || char === "'") nodes.push(this.#quoted(char));
    else if (char === ".") nodes.push(this.#field(1));
    else if (/[+\-\p{Nd}]/u.test(char)) nodes.push(this.#number());
    else if (/[_\p{L}]/u.test(char)) nodes.push(this.#identifier());
    else throw new PathSyntaxError(`unrecognized character in action: ${char}`);
  }

  #recursive(nodes: PathNode[]): void {
    if (nodes.at(-1)?.kind === "recursive") {
      throw new PathSyntaxError("invalid multiple recursive descent");
    }
    nodes.push({ kind: "recursive" });
    this.#at += 2;
    if (/^[_\p{L}\p{Nd}]/u.test(this.#text.slice(this.#at, this.#at + 2))) {
      nodes.push(this.#field(0));
    }
  }

  /** Reads a field's name. A backslash makes the next character part of the name. */
  #field(skip: number): PathNode {
    const start = this.#at + skip;
    let end = start;
    while (end < this.#text.length && !terminator.test(this.#text.charAt(end))) {
      end += this.#text.charAt(end) === "\\" ? 2 : 1;
    }
    this.#at = Math.min(end, this.#text.length);
    const name = this.#text.slice(start, this.#at);
    return name === "*" ? { kind: "wildcard" } : { kind: "field", name: name.replaceAll("\\", "") };
  }

  #identifier(): PathNode {
    const start = this.#at;
    while (this.#at < this.#text.length && !terminator.test(this.#text.charAt(this.#at)))
      this.#at++;
    const word = this.#text.slice(start, this.#at);
    if (word === "true" || word === "false") return { kind: "literal", value: word === "true" };
    return { kind: "identifier", name: word };
  }

  #number(): PathNode {
    const pattern = /[+-]?[.\p{Nd}]*/uy;
    pattern.lastIndex = this.#at;
    const text = assertDefined(
      pattern.exec(this.#text)?.[0],
      "the pattern matches an empty text too",
    );
    this.#at += text.length;
    const value = Number(text) + 0;
    if (!/\d/.test(text) || Number.isNaN(value)) {
      throw new PathSyntaxError(`cannot parse number ${text}`);
    }
    return { kind: "number", value, isInteger: !text.includes(".") };
  }

  #quoted(quote: string): PathNode {
    const start = this.#at++;
    for (;;) {
      const char = this.#take("unterminated quoted string");
      if (char === quote && this.#text.charAt(this.#at - 2) !== "\\") break;
    }
    const value = unquoteJsonPath(this.#text.slice(start, this.#at));
    if (value === undefined) throw new PathSyntaxError("unquote string: invalid syntax");
    return { kind: "literal", value };
  }

  /** Reads the next character. At the end of the line or text, throws a PathSyntaxError with the message `fault`. */
  #take(fault: string): string {
    const char = this.#text.charAt(this.#at++);
    if (char === "" || char === "\n") throw new PathSyntaxError(fault);
    return char;
  }

  /** Parses the brackets of a union, a key or a slice. */
  #brackets(): PathNode[] {
    const start = this.#at + 1;
    while (this.#take("unterminated array") !== "]");
    const written = this.#text.slice(start, this.#at - 1);
    const text = written === "*" ? ":" : written;
    const parts = text.split(",");
    if (parts.length > 1) {
      const branches = parts.map((part) => this.#parse(`[${part.replace(/^ +| +$/g, "")}]`));
      return [{ kind: "union", branches }];
    }
    const key = /^'([^']*)'$/.exec(text)?.[1];
    if (key !== undefined) return this.#parse(`.${key}`);
    const slice = sliceOf(text);
    if (slice === undefined) throw new PathSyntaxError(`invalid array index ${text}`);
    return [slice];
  }

  /** Parses an action that is nested in this one, given without its braces. */
  #parse(action: string): PathNode[] {
    const [first = []] = new TemplateParser(`{${action}}`, this.#depth + 1).template();
    return first;
  }

  #filter(): PathNode {
    this.#at += 3;
    const text = this.#untilBracket();
    const match = /^([^!<>=]+)([!<>=]+)([^\n]+)$/.exec(text);
    const [, left, operator, right] = match ?? [];
    if (left === undefined || operator === undefined || right === undefined) {
      return { kind: "filter", left: this.#parse(text), operator: "exists", right: [] };
    }
    return { kind: "filter", left: this.#parse(left), operator, right: this.#parse(right) };
  }

  /** The text up to the closing bracket of a filter. Brackets in quotes are skipped. */
  #untilBracket(): string {
    const start = this.#at;
    let pair = "";
    let paired = false;
    for (;;) {
      const char = this.#take("unterminated filter");
      if (char === ")" && (pair === "" || paired)) break;
      if (char !== '"' && char !== "'") continue;
      if (pair === "") pair = char;
      else if (char === pair && this.#text.charAt(this.#at - 2) !== "\\") paired = true;
    }
    const text = this.#text.slice(start, this.#at - 1);
    if (this.#text.charAt(this.#at++) !== "]") {
      throw new PathSyntaxError("unclosed array expect ]");
    }
    return text;
  }
}
