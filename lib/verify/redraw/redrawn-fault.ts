import type { JsonValue } from "../../json/value.ts";
import type { ReviewObject } from "../../protocol/conversion-review.ts";
import { versionOfObject } from "../../protocol/gvk.ts";
import type { Structural } from "../../schema/structural/structural.ts";
import { DrawState, seededSource } from "../draw/draw.ts";
import { isNotable } from "../draw/scalar-draw.ts";
import type { FailingSample, ObjectChange, Redraw } from "../object-change.ts";
import { isValidObject } from "../samples/valid-object.ts";
import type { Subject } from "../subject.ts";
import { changedObject } from "./changed-object.ts";
import { freshValue, longPlainValue, type PlacedToken, tokenText } from "./fresh-value.ts";
import { maskedFault } from "./masked-fault.ts";
import type { MayShowMessage, MayShowToken } from "./masked-value.ts";
import { mayShowGenerated, mayShowMessage, mayShowSchemaWords } from "./may-show.ts";

/**
 * The most times that a sample is tried with other values. The number is a choice: enough to replace the values of an ordinary
 * sample one by one, and each attempt is sent to the webhook.
 */
const maxAttempts = 300;
/** The attempts for several values that are replaced at once, and for a single value. */
const attempts = { several: 4, single: 16 };

/** The options of the run that a redraw uses. */
export interface RedrawOptions {
  readonly seed: number;
  /** True if no more reviews may be sent. */
  readonly isOver: () => boolean;
}

/** How a fault is redrawn and masked. `F`: the type of the reported fault. */
export interface FaultRedraw<F> extends RedrawOptions {
  readonly subject: Subject;
  /** Returns the fault with `***` in place of what may not be shown. */
  readonly masked: (fault: F, mayShow: MayShowToken, mayShowText: MayShowMessage) => F;
}

/** Returns {@link redrawnFault} for faults of laws. */
export function lawFaultRedraw(subject: Subject, options: RedrawOptions): Redraw {
  return (failing) => redrawnFault(failing, { ...options, subject, masked: maskedFault });
}

/**
 * Replaces the values of samples by generated ones with which the sample still fails in the same way. Equal texts, numbers and
 * undeclared names get the same replacement; valid objects stay valid. A value that could not be replaced, mostly because
 * the failure depends on it, becomes `***`, unless every run generates it.
 */
export function redrawnFault<T, F>(failing: FailingSample<T, F>, options: FaultRedraw<F>): F {
  const { subject, masked } = options;
  const search = new RedrawSearch(failing, options);
  search.redraw(search.tokens());
  const { fault, shown, isComplete } = search;
  const mayShow = isComplete
    ? mayShowGenerated(subject, shown)
    : mayShowSchemaWords(subject, shown);
  return masked(fault, mayShow, mayShowMessage(subject));
}

/** The replacements found so far. Key: {@link tokenText} of the replaced token. */
type Replacements = ReadonlyMap<string, JsonValue>;

/** Looks for replacements: first of all values at once, then of each half, down to single values. */
class RedrawSearch<T, F> {
  readonly #failing: FailingSample<T, F>;
  readonly #subject: Subject;
  readonly #isOver: () => boolean;
  readonly #draw: DrawState;
  readonly #placed: ReadonlyMap<string, PlacedToken>;
  readonly #kept = new Set<string>();
  #replacements: Replacements = new Map();
  #fault: F;
  #isComplete: boolean;
  #attempts = 0;
  #count = 0;

  constructor(failing: FailingSample<T, F>, { subject, seed, isOver }: FaultRedraw<F>) {
    this.#failing = failing;
    this.#subject = subject;
    this.#isOver = isOver;
    this.#draw = new DrawState(seededSource(seed));
    this.#fault = failing.fault;
    this.#placed = placedTokens(failing, subject);
    this.#isComplete = failing.change !== undefined;
  }

  get fault(): F {
    return this.#fault;
  }

  /** The values that may be shown: replacements, and those that every run generates. */
  get shown(): ReadonlySet<string> {
    return new Set([...[...this.#replacements.values()].map(tokenText), ...this.#kept]);
  }

  /** False if the sample can't be changed, or if a value is neither replaced nor one that every run generates. */
  get isComplete(): boolean {
    return this.#isComplete;
  }

  tokens(): readonly PlacedToken[] {
    return [...this.#placed.values()];
  }

  redraw(tokens: readonly PlacedToken[]): void {
    if (tokens.length === 0) return;
    const most = tokens.length === 1 ? attempts.single : attempts.several;
    for (let tries = 0; tries < most; tries++) if (this.#isReplaced(tokens, freshValue)) return;
    const [only, ...more] = tokens;
    if (only === undefined || more.length === 0) {
      if (only !== undefined && !this.#isReplaced(tokens, longPlainValue)) this.#keep(only);
      return;
    }
    const half = tokens.length >> 1;
    this.redraw(tokens.slice(0, half));
    this.redraw(tokens.slice(half));
  }

  #keep({ token, schema = untyped }: PlacedToken): void {
    if (isNotable(token, schema)) this.#kept.add(tokenText(token));
    else this.#isComplete = false;
  }

  #isReplaced(tokens: readonly PlacedToken[], replacement: typeof freshValue): boolean {
    if (this.#attempts === maxAttempts || this.#isOver()) return false;
    this.#attempts++;
    const next = new Map(this.#replacements);
    const taken = new Set([...next.values()].map(tokenText));
    for (const placed of tokens) {
      const isTaken = (text: string): boolean => this.#placed.has(text) || taken.has(text);
      const value = replacement(placed, { draw: this.#draw, count: ++this.#count, isTaken });
      taken.add(tokenText(value));
      next.set(tokenText(placed.token), value);
    }
    const fault = this.#faultWith(next);
    if (fault === undefined) return false;
    this.#replacements = next;
    this.#fault = fault;
    return true;
  }

  #faultWith(replacements: Replacements): F | undefined {
    const { sample, change, faultOf } = this.#failing;
    if (change === undefined) return undefined;
    const subject = this.#subject;
    const replaced = (token: JsonValue): JsonValue => replacements.get(tokenText(token)) ?? token;
    let isAsValid = true;
    const changed = change(sample, {
      key: (key) => String(replaced(key)),
      object: (object) => {
        const other = changedObject(object, schemaOf(object, subject), replaced);
        isAsValid &&= isValidIn(other, subject) || !isValidIn(object, subject);
        return other;
      },
    });
    return isAsValid ? faultOf(changed) : undefined;
  }
}

const untyped: Structural = {
  type: "",
  nullable: false,
  x: { preserveUnknownFields: false, embeddedResource: false, intOrString: false },
};

/** The tokens of all objects in a sample, each once, except the empty text and zero. */
function placedTokens<T, F>(
  { sample, change }: FailingSample<T, F>,
  subject: Subject,
): ReadonlyMap<string, PlacedToken> {
  const placed = new Map<string, PlacedToken>();
  const collecting: ObjectChange = {
    key: (key) => key,
    object: (object) =>
      changedObject(object, schemaOf(object, subject), (token, schema) => {
        const text = tokenText(token);
        const known = placed.get(text);
        if (token !== "" && token !== 0 && known?.schema === undefined) {
          placed.set(text, { token, schema });
        }
        return token;
      }),
  };
  change?.(sample, collecting);
  return placed;
}

function versionIn(object: ReviewObject, { versions }: Subject) {
  return versions.get(versionOfObject(object));
}

function schemaOf(object: ReviewObject, subject: Subject): Structural | undefined {
  return versionIn(object, subject)?.schema;
}

function isValidIn(object: ReviewObject, subject: Subject): boolean {
  const from = versionIn(object, subject);
  return from !== undefined && isValidObject(object, { subject, from });
}
