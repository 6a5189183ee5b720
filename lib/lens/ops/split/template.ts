import { assertDefined } from "../../../json/invariant.ts";

/** A parsed template: the names of its parts, and the literals around and between them. There is one more literal than names. */
export interface Template {
  readonly names: readonly string[];
  readonly literals: readonly string[];
}

/**
 * Parses a template such as `{host}:{port}`. Undefined if the text has no part, a part twice, two parts with nothing between
 * them, or a stray brace.
 */
export function parseTemplate(text: string): Template | undefined {
  const pieces = text.split(/\{([^{}]+)\}/);
  const literals = pieces.filter((_, index) => index % 2 === 0);
  const names = pieces.filter((_, index) => index % 2 === 1);
  const isSeparated = literals.slice(1, -1).every((literal) => literal !== "");
  const isPlain = literals.every((literal) => !/[{}]/.test(literal));
  const isDistinct = names.length > 0 && new Set(names).size === names.length;
  return isSeparated && isPlain && isDistinct ? { names, literals } : undefined;
}

const atBothEnds = "the literals include those before the first part and after the last";

/** Prints the parts of a template, given in the order of its names. */
export function printParts({ literals }: Template, parts: readonly string[]): string {
  const [head, ...tails] = literals;
  return tails.reduce(
    (text, literal, index) => text + assertDefined(parts[index], "each name has a part") + literal,
    assertDefined(head, atBothEnds),
  );
}

/**
 * Splits a text into the parts of a template, in the order of its names. Separators are found from the end, each at its last
 * occurrence, so that only the first part can contain the separator after it (`[::1]:80`). Undefined if the text does not fit.
 */
export function splitParts({ literals }: Template, text: string): readonly string[] | undefined {
  const [head, tail] = [
    assertDefined(literals[0], atBothEnds),
    assertDefined(literals.at(-1), atBothEnds),
  ];
  const parts: string[] = [];
  const start = head.length;
  let end = text.length - tail.length;
  if (end < start || !text.startsWith(head) || !text.endsWith(tail)) return undefined;
  for (let index = literals.length - 2; index > 0; index--) {
    const separator = assertDefined(literals[index], "there is a literal before each part");
    const latest = end - separator.length;
    const at = latest < start ? -1 : text.lastIndexOf(separator, latest);
    if (at < start) return undefined;
    parts[index] = text.slice(at + separator.length, end);
    end = at;
  }
  parts[0] = text.slice(start, end);
  return parts;
}

/** True if the printed text of the parts would be split into the same parts: no separator occurs again further on. */
export function isReadAsPrinted({ literals }: Template, parts: readonly string[]): boolean {
  return parts.every((part, index) => {
    const separator = assertDefined(literals[index], "there is a literal before each part");
    return index === 0 || !(separator.slice(1) + part).includes(separator);
  });
}

/** Parts whose text is split into other parts. */
interface TemplateAmbiguity {
  readonly text: string;
  readonly parts: readonly string[];
  readonly read: readonly string[];
}

/**
 * Finds parts whose text would be split into other parts; undefined if none are found. Tries short texts made of the template's
 * separators and a few letters and digits. `allowed` has, by name, a test of which texts a part may be; a part without one may
 * be any.
 */
export function templateAmbiguity(
  template: Template,
  allowed: Readonly<Record<string, (text: string) => boolean>> = {},
): TemplateAmbiguity | undefined {
  const choices = template.names.map((name) => {
    const { [name]: fits = acceptsAny } = allowed;
    return partCandidates(template).filter(fits);
  });
  // One part, or two neighbours, get an unusual text while all others have the plainest: a separator can appear where two
  // parts meet.
  const plain = choices.map(([first]) => first);
  for (const [index, texts] of choices.entries()) {
    for (const text of texts) {
      for (const next of choices[index + 1] ?? [plain[index + 1]]) {
        const parts = plain.map((usual, at) =>
          at === index ? text : at === index + 1 ? next : usual,
        );
        const found = parts.every((part) => part !== undefined)
          ? ambiguityOf(template, parts)
          : undefined;
        if (found !== undefined) return found;
      }
    }
  }
  return undefined;
}

function ambiguityOf(template: Template, parts: readonly string[]): TemplateAmbiguity | undefined {
  const text = printParts(template, parts);
  const read = splitParts(template, text) ?? [];
  return parts.every((part, index) => part === read[index]) ? undefined : { text, parts, read };
}

function acceptsAny(): boolean {
  return true;
}

/** Texts of up to three pieces to try as parts, the plainest first. */
function partCandidates({ literals }: Template): readonly string[] {
  const separators = literals.flatMap((literal) =>
    literal === "" ? [] : [literal, literal.slice(0, 1), literal.slice(-1)],
  );
  const pieces = [...new Set(["a", "1", "80", "A", ...separators])];
  const pairs = pieces.flatMap((piece) => pieces.map((other) => `${piece}${other}`));
  const triples = pieces.flatMap((piece) =>
    separators.map((separator) => `${piece}${separator}${piece}`),
  );
  return [...new Set([...pieces, "", ...pairs, ...triples])];
}
