import type { RulePosition } from "../../lens/language/rule.ts";
import type { SourceFault } from "./lens-source.ts";

/**
 * The faults of a conversion.yaml and of the files that it includes. If several includes lead to one fault, it is listed once.
 */
export class FaultList {
  readonly #faults = new Map<string, SourceFault[]>();

  add(fault: SourceFault): void {
    const { file = "", line, column, text } = fault;
    const key = `${file}:${line}:${column}: ${text}`;
    const known = this.#faults.get(key);
    if (known === undefined) this.#faults.set(key, [fault]);
    else known.push(fault);
  }

  /** The faults of the conversion.yaml itself as `line:column: message`, sorted by position. */
  get own(): readonly string[] {
    return this.#lists
      .flatMap(([fault]) => fault ?? [])
      .filter(({ file }) => file === undefined)
      .sort((one, other) => one.line - other.line || one.column - other.column)
      .map(({ line, column, text }) => `${line}:${column}: ${text}`);
  }

  /**
   * The faults of included files as `file:line:column: message (included at …)`. `name` is the file name of the
   * conversion.yaml.
   */
  included(name: string): readonly string[] {
    return this.#lists.flatMap((faults) => {
      const [fault] = faults;
      if (fault?.file === undefined) return [];
      const { file, line, column, text, includedAt } = fault;
      const places = new Set(faults.flatMap((each) => placeText(each.includedAt, name) ?? []));
      const more = places.size > 1 ? ` and ${places.size - 1} more` : "";
      const place = placeText(includedAt, name);
      const where = place === undefined ? "" : ` (included at ${place}${more})`;
      return [`${file}:${line}:${column}: ${text}${where}`];
    });
  }

  get #lists(): readonly (readonly SourceFault[])[] {
    return [...this.#faults.values()];
  }
}

function placeText(at: RulePosition | undefined, name: string): string | undefined {
  return at && `${at.file ?? name}:${at.line}:${at.column}`;
}
