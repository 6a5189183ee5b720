import { assertDefined } from "../../json/invariant.ts";

/** Words that can't be identifiers. Source: https://github.com/kubernetes/apiserver/blob/72f5171bff56/pkg/cel/escaping.go. */
const reserved: ReadonlySet<string> = new Set(
  "true false null in as break const continue else for function if import let loop package namespace return var void while".split(
    " ",
  ),
);

/** True for a reserved word: it can't be an identifier, but it can be the name of a property. */
export function isReserved(word: string): boolean {
  return reserved.has(word);
}

const escapes: Readonly<Record<string, string>> = {
  __: "__underscores__",
  ".": "__dot__",
  "-": "__dash__",
  "/": "__slash__",
};

/**
 * A property's name as expressions write it. Undefined for a name that can't be escaped; expressions can't use that
 * property.
 */
export function escapeName(name: string): string | undefined {
  if (!/^[A-Za-z_./-][A-Za-z\d_./-]*$/.test(name)) return undefined;
  if (reserved.has(name)) return `__${name}__`;
  return name.replace(/__|[./-]/g, (part) =>
    assertDefined(escapes[part], "each character that the pattern matches has an escape"),
  );
}

const unescapes: Readonly<Record<string, string>> = {
  underscores: "__",
  dot: ".",
  dash: "-",
  slash: "/",
};

/** The name of the property that an escaped name stands for; undefined if the escaped name is invalid. */
export function unescapeName(spelling: string): string | undefined {
  const known = unescaped.get(spelling);
  if (known !== undefined) return known === "" ? undefined : known;
  const name = unescapedName(spelling);
  if (unescaped.size >= maxCachedNames) unescaped.clear();
  unescaped.set(spelling, name ?? "");
  return name;
}

/** Cached results of `unescapeName`; an empty string stands for undefined. */
const unescaped = new Map<string, string>();
/** The most cached names: ten times as many as large definitions have, in about 1 MB. */
const maxCachedNames = 10_000;

function unescapedName(spelling: string): string | undefined {
  let isWrong = false;
  const name = spelling.replace(/__([^_]+)__/g, (part, inside: string) => {
    const char = unescapes[inside];
    if (char !== undefined) return char;
    isWrong ||= !reserved.has(inside) || part.length !== spelling.length;
    return inside;
  });
  return isWrong ? undefined : name;
}
