import type { JsonValue } from "../../json/value.ts";
import type { FieldError, FieldErrorType } from "../field-error/field-error.ts";

/** Where a value stands, innermost first: joined with dots, also before map keys; indexes in brackets. */
export interface Place {
  readonly outer: Place | undefined;
  readonly name: string | number;
  /** A key of `additionalProperties` has a dot before it even at the root. */
  readonly dotted: boolean;
}

/** The server's text of a place: empty at the root. */
export function pathOf(place: Place | undefined): string {
  const chain: Place[] = [];
  for (let at = place; at !== undefined; at = at.outer) chain.push(at);
  let path = "";
  for (const { name, dotted } of chain.reverse()) {
    if (typeof name === "number") path += `[${name}]`;
    else path += path === "" && !dotted ? name : `.${name}`;
  }
  return path;
}

/** An error and the sentence by which the server takes two errors for one. */
export interface Fault {
  readonly sentence: string;
  readonly error: FieldError;
}

/**
 * What checks of one value found. `matches` counts checks that were made: of the failed branches of a junctor, the
 * one with most of them is reported. A quiet outcome only knows whether there is a fault, and builds none.
 * Source: k8s.io/kube-openapi@v0.0.0-20260317180543-43fb72c5454a pkg/validation/validate/result.go.
 */
export class Outcome {
  readonly faults: Fault[] = [];
  readonly quiet: boolean;
  failed = false;
  matches = 0;

  constructor(options: { readonly quiet: boolean }) {
    this.quiet = options.quiet;
  }

  /** Takes a fault, and asks for it only when it is kept. */
  refuse(fault: () => Fault): void {
    this.failed = true;
    if (!this.quiet) this.faults.push(fault());
  }

  /** Takes over what the checks of a part found. */
  merge(part: Outcome): void {
    this.matches += part.matches;
    if (part.failed) this.failed = true;
    for (const fault of part.faults) this.faults.push(fault);
  }

  /** Forgets all faults but the first `count`. */
  forgive(count: number): void {
    this.faults.length = count;
    this.failed = count > 0;
  }
}

/** A fault at a path: `sentence` is also the detail unless another is given. */
export function faultAt(
  path: string,
  sentence: string,
  error: {
    readonly type?: FieldErrorType;
    readonly detail?: string;
    readonly badValue?: JsonValue;
  },
): Fault {
  const { type = "FieldValueInvalid", detail = sentence } = error;
  const badValue = error.badValue === undefined ? {} : { badValue: error.badValue };
  return { sentence, error: { type, field: fieldOf(path), detail, ...badValue } };
}

/** A fault that the server reports for the whole object, wherever it was found. */
export function rootFault(sentence: string): Fault {
  return faultAt("", sentence, { badValue: "" });
}

function fieldOf(path: string): string {
  if (path === "" || path === ".") return "<nil>";
  return path.startsWith(".") ? path.slice(1) : path;
}

/** The errors, each sentence once. */
export function distinctErrors(faults: readonly Fault[]): FieldError[] {
  const seen = new Map<string, FieldError>();
  for (const { sentence, error } of faults) {
    if (!seen.has(sentence)) seen.set(sentence, error);
  }
  return [...seen.values()];
}
