import { letterEscapes } from "../../go/letter-escapes.ts";
import { err, ok, type Result } from "../../json/result.ts";
import type { Structural } from "./structural.ts";

/** A path that the schema declares, in the server's notation, and the schema at this path. */
export interface ResolvedFieldPath {
  /** Names joined by dots, map keys in brackets; `<nil>` for the empty path. */
  readonly path: string;
  /** The first step of the path, in brackets if it is a map key; empty for the empty path. */
  readonly root: string;
  /** The schema at the path; undefined for a value below `additionalProperties: true`. */
  readonly schema: Structural | undefined;
}

/**
 * Finds a path of fields and map keys (`.spec.replicas`, `.m['a.b']`) in a schema. Used for the `fieldPath` of a rule
 * and, without array notation, for selectable fields. A path can't name list items.
 *
 * Errors: the server's reason why the path is invalid.
 * Source: https://github.com/kubernetes/apiextensions-apiserver/blob/2e78d6fca8b2/pkg/apiserver/schema/cel/validation.go,
 * ValidFieldPath.
 */
export function resolveFieldPath(
  path: string,
  root: Structural,
  options: { readonly arrayNotation: boolean } = { arrayNotation: true },
): Result<ResolvedFieldPath, string> {
  const tokens = tokensOf(path);
  let schema: Structural | undefined = root;
  let text = "";
  let first = "";
  for (let at = 0; at < tokens.length; ) {
    const token = tokens[at++];
    if (token === "[" && !options.arrayNotation) return err("array notation is not allowed");
    if (token !== "[" && token !== ".") return err(`expected [ or . but got: ${token}`);
    const name = token === "." ? plainName(tokens[at++]) : quotedName(tokens[at++]);
    if (!name.ok) return name;
    const next = step(schema, name.value, text);
    if (next === undefined) return err("does not refer to a valid field");
    if (text === "") first = next.path;
    ({ schema, path: text } = next);
    if (token === ".") continue;
    const close = tokens[at++];
    if (close === undefined) return err("unexpected end of JSON path");
    if (close !== "]") return err(`expected ] but got ${close}`);
  }
  return ok({ path: text === "" ? "<nil>" : text, root: first, schema });
}

function step(
  schema: Structural | undefined,
  name: string,
  path: string,
): Omit<ResolvedFieldPath, "root"> | undefined {
  if (schema?.properties !== undefined && schema.properties.size > 0) {
    const property = schema.properties.get(name);
    if (property === undefined) return undefined;
    return {
      path: path + (name === "" ? "[]" : `${path === "" ? "" : "."}${name}`),
      schema: property,
    };
  }
  const values = schema?.additionalProperties;
  if (values === undefined) return undefined;
  return { path: `${path}[${name}]`, schema: typeof values === "object" ? values : undefined };
}

/**
 * A token of a path: a delimiter, a text in single quotes (which may contain delimiters), or a text without delimiters.
 * A quote after a backslash never ends a text, even if the backslash is escaped.
 */
const tokenPattern = /[.[\]]|'(?:[^']|(?<=\\)')*(?:'|$)|[^.[\]'][^.[\]]*/g;

function tokensOf(path: string): readonly string[] {
  return path.match(tokenPattern) ?? [];
}

function plainName(token: string | undefined): Result<string, string> {
  return token === undefined ? err("unexpected end of JSON path") : ok(token);
}

function quotedName(token: string | undefined): Result<string, string> {
  if (token === undefined) return err("unexpected end of JSON path");
  if (token.length < 2 || !token.startsWith("'") || !token.endsWith("'")) {
    return err(`expected single quoted string but got ${token}`);
  }
  return unescapedLiteral(token.slice(1, -1));
}

const escapes = new Map<string, string>([...letterEscapes, ["'", "'"], ["\\", "\\"]]);

function unescapedLiteral(text: string): Result<string, string> {
  let wrong: string | undefined;
  const plain = text.replace(/\\([^\n])/gu, (sequence, char: string) => {
    const replacement = escapes.get(char);
    if (replacement === undefined) wrong = sequence;
    return replacement ?? "";
  });
  return wrong === undefined
    ? ok(plain)
    : err(`invalid string literal: invalid escape char ${wrong}`);
}
