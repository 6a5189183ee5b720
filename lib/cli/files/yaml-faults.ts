/**
 * What is wrong with a YAML text that the library reads without an error and then can't make a value of: aliases that
 * expand too far, an alias without its anchor, a text that nests too deeply. Undefined for any other error.
 */
export function expansionFaultText(fault: unknown): string | undefined {
  if (isTooDeep(fault)) return tooDeep;
  if (!(fault instanceof ReferenceError)) return undefined;
  return /excessive alias/i.test(fault.message)
    ? "its aliases expand too far: write the values out"
    : fault.message;
}

const tooDeep = "nests too deeply";

/** True for the error of a text that nests deeper than the machine's stack. */
export function isTooDeep(fault: unknown): boolean {
  return fault instanceof RangeError && /call stack/.test(fault.message);
}

/** The YAML library's own message of a fault, in plain words. */
export function syntaxFaultText(message: string): string {
  return message.replace("Maximum call stack size exceeded", tooDeep).trimEnd();
}
