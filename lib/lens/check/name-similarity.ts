import type { DurationUnit } from "../language/rule.ts";

/** In which way two names of fields are similar. */
export type NameSimilarity =
  /** Equal except for case, separators, plural or the spelling of a unit. */
  | "same"
  /** Only one of them names a unit: `timeout` and `timeoutSeconds`. */
  | "unit"
  /** Only one of them ends with Name: `cohort` and `cohortName`. */
  | "suffix"
  /** Opposite flags: `disabled` and `enabled`. */
  | "opposite";

/**
 * How similar two names are; undefined if they are too different to mean the same field. Whole words are compared, not letters:
 * names with similar spelling, such as `kubernetesVersion` and `kubernetesAPICallSeconds`, often mean different things, and a
 * value in the wrong field can be a credential or a privilege.
 */
export function nameSimilarity(one: string, other: string): NameSimilarity | undefined {
  if (isSecretName(one) || isSecretName(other)) return one === other ? "same" : undefined;
  if (isSameName(one, other)) return "same";
  const [a, b] = [splitUnit(one), splitUnit(other)];
  if (isSameName(a.stem, b.stem) && a.unit !== b.unit) {
    return a.unit === undefined || b.unit === undefined ? "unit" : undefined;
  }
  if (isSameName(a.stem, b.stem) && a.unit !== undefined) return "same";
  if (isSuffixed(one, other) || isSuffixed(other, one)) return "suffix";
  return isOpposite(one, other) ? "opposite" : undefined;
}

/** True for a name that may be that of a secret: in the wrong field, its value could disclose a credential. */
export function isSecretName(name: string): boolean {
  return wordsOfName(name).some((word) =>
    /^(?:secret|token|(?:api|access|private)?key|pass(?:word|wd|phrase|code)?|credential|authorization)$/.test(
      word,
    ),
  );
}

/** True for two words of an enum that differ only in case and separators: `ReadOnly`, `read-only`, `READ_ONLY`. */
export function isSameWord(one: string, other: string): boolean {
  return one === other || (plainLetters(one) !== "" && plainLetters(one) === plainLetters(other));
}

/** True for two names that differ only in case, separators and plural. */
export function isSameName(one: string, other: string): boolean {
  return (
    one === other ||
    (plainLetters(one) !== "" &&
      singularWord(plainLetters(one)) === singularWord(plainLetters(other)))
  );
}

/** The words of a name, in lower case and singular: `step` and `override` for `stepOverrides`. */
export function wordsOfName(name: string): readonly string[] {
  return name
    .replaceAll(/(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/gu, " ")
    .split(/[^\p{L}\p{N}]+/u)
    .map((word) => singularWord(word.toLowerCase()))
    .filter((word) => word !== "");
}

/** The letters and digits of a name in lower case. */
function plainLetters(name: string): string {
  return name.replaceAll(/[^\p{L}\p{N}]/gu, "").toLowerCase();
}

/**
 * The singular of a word: `policy` for `policies`. Words of less than four letters, and those that end in ss, us or is, are not
 * changed.
 */
function singularWord(word: string): string {
  if (word.length < 4 || /(?:ss|us|is)$/.test(word)) return word;
  if (word.endsWith("ies")) return `${word.slice(0, -3)}y`;
  return word.replace(/(?<=ss|x|ch|sh)es$|s$/, "");
}

const units: readonly (readonly [RegExp, DurationUnit])[] = [
  [/(?:milliseconds?|millis|ms)$/, "ms"],
  [/(?:seconds?|secs)$/, "s"],
  [/(?:minutes?|mins)$/, "m"],
  [/hours?$/, "h"],
];

interface StemAndUnit {
  readonly stem: string;
  readonly unit: DurationUnit | undefined;
}

/** A name without the unit at its end, and that unit: `timeout` and `s` for `timeoutSeconds`. */
export function splitUnit(name: string): StemAndUnit {
  const [, stem = "", last = ""] =
    /^(.*[\p{Ll}\p{N}])(?:[^\p{L}\p{N}]+(\p{L}+)|\p{Lu}\p{L}*)$/u.exec(name) ?? [];
  const word = (last === "" ? name.slice(stem.length) : last).toLowerCase();
  const found = stem === "" ? undefined : units.find(([suffix]) => isWhole(suffix, word));
  return found === undefined ? { stem: name, unit: undefined } : { stem, unit: found[1] };
}

function isWhole(pattern: RegExp, word: string): boolean {
  return pattern.exec(word)?.index === 0;
}

function isSuffixed(short: string, long: string): boolean {
  return /[a-z\d]Name$/.test(long) && isSameName(short, long.slice(0, -"Name".length));
}

/** True for names that differ only in `enable` and `disable`. */
function isOpposite(one: string, other: string): boolean {
  const [a, b] = [flagStem(one), flagStem(other)];
  return isDisabling(one) !== isDisabling(other) && a !== one && b !== other && isSameName(a, b);
}

/** True for two names of which one alone negates what it names: `cache` and `disableCache`, `rules` and `excludedRules`. */
export function areOppositeNames(one: string, other: string): boolean {
  return isNegated(one) !== isNegated(other);
}

function isNegated(name: string): boolean {
  return wordsOfName(name).some((word) =>
    /^(?:disabled?|no|not|non|never|without|skip(?:ped)?|ignored?|excluded?|except|deny|denied|forbidden|blocked)$/.test(
      word,
    ),
  );
}

/** The words of a name that say what it is about: without `enable` and `disabled`. */
export function subjectWords(name: string): readonly string[] {
  return wordsOfName(name).filter((word) => !/^(?:dis|en)abled?$/.test(word));
}

const flag = /(?:dis|en)able(d?)/i;

function flagStem(name: string): string {
  return name.replace(flag, "able$1");
}

function isDisabling(name: string): boolean {
  return /disable/i.test(name);
}
