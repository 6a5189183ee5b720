import { err, ok, type Result } from "../json/result.ts";
import { childPath, keyPath, type Path, rootPath } from "./path.ts";
import type { Structural } from "./structural.ts";

/** Where a field path leads. */
export interface ResolvedFieldPath {
  /** The path as the server prints it. */
  readonly path: Path;
  /** The first name in the path, empty for an empty path. */
  readonly root: string;
  /** Undefined where a map holds anything. */
  readonly schema: Structural | undefined;
}

/**
 * Follows a path such as `.spec.labels['a.b']` through a schema.
 *
 * Errors: the server's words, where the text is no path or leads nowhere.
 * Source: k8s.io/apiextensions-apiserver@v0.36.3 pkg/apiserver/schema/cel/validation.go ValidFieldPath.
 */
export function resolveFieldPath(
  text: string,
  schema: Structural,
  options: { readonly arrayNotation: boolean } = { arrayNotation: true },
): Result<ResolvedFieldPath, string> {
  const tokens = tokensOf(text);
  let at: ResolvedFieldPath = { path: rootPath, root: "", schema };
  while (tokens.length > 0) {
    const step = nextStep(tokens, options.arrayNotation);
    if (!step.ok) return step;
    const next = follow(at, step.value.name);
    if (!next.ok) return next;
    if (step.value.quoted) {
      const close = tokens.shift();
      if (close === undefined) return err("unexpected end of JSON path");
      if (close !== "]") return err(`expected ] but got ${close}`);
    }
    at = next.value;
  }
  return ok(at);
}

/** Dots and brackets, quoted texts, and what stands between them. */
function tokensOf(text: string): string[] {
  return text.match(/[.[\]]|'(?:[^'\\]|\\[\s\S])*'|'[\s\S]*|[^.[\]']+[^.[\]]*/g) ?? [];
}

interface Step {
  readonly name: string;
  readonly quoted: boolean;
}

function nextStep(tokens: string[], arrayNotation: boolean): Result<Step, string> {
  const opening = tokens.shift();
  if (opening !== "." && opening !== "[") return err(`expected [ or . but got: ${opening ?? ""}`);
  if (opening === "[" && !arrayNotation) return err("array notation is not allowed");
  const name = tokens.shift();
  if (name === undefined) return err("unexpected end of JSON path");
  return opening === "." ? ok({ name, quoted: false }) : unquoted(name);
}

const escapes = new Map(
  Object.entries({
    a: "\x07",
    b: "\b",
    f: "\f",
    n: "\n",
    r: "\r",
    t: "\t",
    v: "\v",
    "'": "'",
    "\\": "\\",
  }),
);

function unquoted(token: string): Result<Step, string> {
  if (token.length < 2 || !token.startsWith("'") || !token.endsWith("'")) {
    return err(`expected single quoted string but got ${token}`);
  }
  const inner = token.slice(1, -1);
  const bad = inner.match(/\\./g)?.findLast((escaped) => !escapes.has(escaped.charAt(1)));
  if (bad !== undefined) return err(`invalid string literal: invalid escape char ${bad}`);
  const name = inner.replace(/\\(.)/g, (_, char: string) => escapes.get(char) ?? "");
  return ok({ name, quoted: true });
}

function follow(at: ResolvedFieldPath, name: string): Result<ResolvedFieldPath, string> {
  const { path, root, schema } = at;
  const lost = err("does not refer to a valid field");
  if (schema?.properties !== undefined) {
    const property = schema.properties.get(name);
    if (property === undefined) return lost;
    return ok({
      path: childPath(path, name),
      root: path === rootPath ? name : root,
      schema: property,
    });
  }
  const additional = schema?.additionalProperties;
  if (additional === undefined) return lost;
  return ok({
    path: keyPath(path, name),
    root: path === rootPath ? `[${name}]` : root,
    schema: typeof additional === "object" ? additional : undefined,
  });
}
