/**
 * What is wrong with a YAML text that the library reads without an error and then can't make a value of: aliases that
 * expand too far, an alias without its anchor, a text that nests too deeply. Undefined for any other error.
 */
export function expansionFaultText(fault: unknown): string | undefined {
  if (fault instanceof RangeError) return "nests too deeply";
  if (!(fault instanceof ReferenceError)) return undefined;
  return /excessive alias/i.test(fault.message)
    ? "its aliases expand too far: write the values out"
    : fault.message;
}
