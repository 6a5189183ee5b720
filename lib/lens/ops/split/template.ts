import { known } from "../../../json/invariant.ts";

/** A template's text taken apart: literals around and between its parts; `literals` has one more than `names`. */
export interface Template {
  readonly names: readonly string[];
  readonly literals: readonly string[];
}

/**
 * Reads a template such as `{host}:{port}`. Undefined where it is none: no part, a part twice, two parts with nothing
 * between them, a stray brace.
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

const atBothEnds = "a literal stands before the first part and after the last";

/** The text of parts, in the order of the template's names. */
export function printParts({ literals }: Template, parts: readonly string[]): string {
  const [head, ...tails] = literals;
  return tails.reduce(
    (text, literal, index) => text + known(parts[index], "each name has a part") + literal,
    known(head, atBothEnds),
  );
}

/**
 * The parts of a text, in the order of the template's names: each separator counts where it stands last, so that only
 * the first part may hold what separates it from the next (`[::1]:80`). Undefined where the text does not fit.
 */
export function splitParts({ literals }: Template, text: string): readonly string[] | undefined {
  const [head, tail] = [known(literals[0], atBothEnds), known(literals.at(-1), atBothEnds)];
  const parts: string[] = [];
  const start = head.length;
  let end = text.length - tail.length;
  if (end < start || !text.startsWith(head) || !text.endsWith(tail)) return undefined;
  for (let index = literals.length - 2; index > 0; index--) {
    const separator = known(literals[index], "a literal stands before each part");
    const latest = end - separator.length;
    const at = latest < start ? -1 : text.lastIndexOf(separator, latest);
    if (at < start) return undefined;
    parts[index] = text.slice(at + separator.length, end);
    end = at;
  }
  parts[0] = text.slice(start, end);
  return parts;
}

/** True where the text of parts is read as just these: no separator comes about once more behind its place. */
export function isReadAsPrinted({ literals }: Template, parts: readonly string[]): boolean {
  return parts.every((part, index) => {
    const separator = known(literals[index], "a literal stands before each part");
    return index === 0 || !(separator.slice(1) + part).includes(separator);
  });
}

/** Parts that come back as others. */
interface TemplateAmbiguity {
  readonly text: string;
  readonly parts: readonly string[];
  readonly read: readonly string[];
}

/**
 * Parts whose text is read as other parts, if some are found among short texts of the template's own separators and a
 * few letters and digits. `patterns` says by name which texts a part may be; without one any.
 */
export function templateAmbiguity(
  template: Template,
  patterns: Readonly<Record<string, (text: string) => boolean>> = {},
): TemplateAmbiguity | undefined {
  const choices = template.names.map((name) => {
    const { [name]: fits = any } = patterns;
    return candidates(template).filter(fits);
  });
  // One part at a time departs from its plainest text, then two: separators meet at the seams of neighbours.
  const plain = choices.map(([first]) => first);
  for (const [index, texts] of choices.entries()) {
    for (const text of texts) {
      for (const next of choices[index + 1] ?? [plain[index + 1]]) {
        const parts = plain.map((usual, at) =>
          at === index ? text : at === index + 1 ? next : usual,
        );
        const found = parts.every(isText) ? misread(template, parts) : undefined;
        if (found !== undefined) return found;
      }
    }
  }
  return undefined;
}

function misread(template: Template, parts: readonly string[]): TemplateAmbiguity | undefined {
  const text = printParts(template, parts);
  const read = splitParts(template, text) ?? [];
  return parts.every((part, index) => part === read[index]) ? undefined : { text, parts, read };
}

function isText(part: string | undefined): part is string {
  return part !== undefined;
}

function any(): boolean {
  return true;
}

/** Texts of up to three pieces, the plainest first. */
function candidates({ literals }: Template): readonly string[] {
  const seams = literals.flatMap((literal) =>
    literal === "" ? [] : [literal, literal.slice(0, 1), literal.slice(-1)],
  );
  const pieces = [...new Set(["a", "1", "80", "A", ...seams])];
  const pairs = pieces.flatMap((piece) => pieces.map((other) => `${piece}${other}`));
  const triples = pieces.flatMap((piece) => seams.map((seam) => `${piece}${seam}${piece}`));
  return [...new Set([...pieces, "", ...pairs, ...triples])];
}
