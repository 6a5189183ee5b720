import type { RuleData } from "../../lens/language/rule.ts";
import type { HookReference, LensFinder, LensSource, NamedLensText } from "./lens-source.ts";

/**
 * The most rules of a document after its includes are expanded. Nested includes can double the number at each level. The number
 * is a choice: far more than the fields of a large kind, and few enough to be compiled in seconds.
 */
const maxRules = 10_000;

/** The state while the includes of one document are expanded. */
export class Expansion {
  readonly #finder: LensFinder;
  readonly #read: Set<NamedLensText>;
  readonly #open = new Set<string>();
  readonly #recursive = new Set<string>();
  readonly #lenses = new Map<string, readonly RuleData[]>();
  #rules = 0;

  /** `read` is the set to which all included lenses are added. */
  constructor(finder: LensFinder, read: Set<NamedLensText>) {
    this.#finder = finder;
    this.#read = read;
  }

  /** The lists of rules that include themselves, directly or through other lists, by name. */
  get lenses(): Readonly<Record<string, readonly RuleData[]>> {
    return Object.fromEntries(this.#lenses);
  }

  /** True if the document has more than {@link maxRules} rules with its includes expanded. */
  get isTooLarge(): boolean {
    return this.#rules > maxRules;
  }

  /** Finds the lens of an include, as {@link LensFinder.find} does, and records it. */
  find(reference: string, within: LensSource): NamedLensText | string {
    const lens = this.#finder.find(reference, within);
    if (typeof lens === "object") this.#read.add(lens);
    return lens;
  }

  /** Finds the code of a hook, as {@link LensFinder.code} does. */
  code(reference: string, within: LensSource): HookReference | { readonly fault: string } {
    return this.#finder.code(reference, within);
  }

  /** Counts a rule; returns false if the document has too many. */
  mayGrow(): boolean {
    this.#rules += 1;
    return !this.isTooLarge;
  }

  /**
   * Calls `read` for the list of rules that has this name, and returns its rules. If the list includes itself, directly or
   * through other lists, it becomes a named lens, and the result is `includes itself`.
   */
  list(name: string, read: () => readonly RuleData[]): readonly RuleData[] | "includes itself" {
    if (this.#lenses.has(name)) return "includes itself";
    if (this.#open.has(name)) {
      this.#recursive.add(name);
      return "includes itself";
    }
    this.#open.add(name);
    const rules = read();
    this.#open.delete(name);
    if (!this.#recursive.has(name)) return rules;
    this.#lenses.set(name, rules);
    return "includes itself";
  }
}

/** The fault of a document with too many rules. */
export const tooLargeText = `has more than ${maxRules} rules with its includes`;
