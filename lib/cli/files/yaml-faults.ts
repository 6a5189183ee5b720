/**
 * The message of an error for a YAML text that the YAML library can parse but not turn into a value: aliases that expand too
 * far, an alias without an anchor, or too deep nesting. Undefined for any other error.
 */
export function expansionFaultText(fault: unknown): string | undefined {
  if (isTooDeep(fault)) return tooDeep;
  if (!(fault instanceof ReferenceError)) return undefined;
  return /excessive alias/i.test(fault.message)
    ? "its aliases expand too far: write the values out"
    : fault.message;
}

const tooDeep = "nests too deeply";

/** True for the error of a text that nests too deeply for the call stack. */
export function isTooDeep(fault: unknown): boolean {
  return fault instanceof RangeError && /call stack/.test(fault.message);
}

/** A message of the YAML library, with a plain text for too deep nesting. */
export function syntaxFaultText(message: string): string {
  return message.replace("Maximum call stack size exceeded", tooDeep).trimEnd();
}
