import type { Remarks } from "../protocol/admission-review.ts";
import { qualifiedNameFault } from "../protocol/gate/names.ts";

/**
 * The server's limit for one warning, in code points. The server applies it only once all warnings together exceed {@link
 * maxTotalWarningCodePoints}; {@link RemarkCollector} always applies it.
 * Source: https://github.com/kubernetes/apiserver/blob/72f5171bff56/pkg/endpoints/filters/warning.go, truncateItemRunes.
 */
const maxWarningCodePoints = 256;
/**
 * The server's limit for all warnings of a response together, in code points. The server drops the rest.
 * Source: https://github.com/kubernetes/apiserver/blob/72f5171bff56/pkg/endpoints/filters/warning.go, truncateAtTotalRunes.
 */
const maxTotalWarningCodePoints = 4096;

/** Collects warnings and audit annotations within the server's limits. */
export class RemarkCollector {
  readonly #warnings = new Set<string>();
  readonly #auditAnnotations = new Map<string, string>();
  #length = 0;

  /** Adds a warning if the limit allows it. Control characters become spaces: the server drops warnings that have any. */
  warn(text: string): void {
    const line = [...text.replaceAll(/\p{Cc}/gu, " ").toWellFormed()];
    const warning = line.slice(0, maxWarningCodePoints).join("");
    const length = Math.min(line.length, maxWarningCodePoints);
    if (warning === "" || this.#warnings.has(warning)) return;
    if (this.#length + length > maxTotalWarningCodePoints) return;
    this.#length += length;
    this.#warnings.add(warning);
  }

  /**
   * Adds an audit annotation. Ignores an invalid key: the server would drop the annotation, and a request must not fail
   * because of it.
   */
  annotate(key: string, value: string): void {
    if (key.includes("/") || qualifiedNameFault(key) !== undefined) return;
    this.#auditAnnotations.set(key, value);
  }

  remarks(): Remarks {
    return {
      warnings: [...this.#warnings],
      auditAnnotations: Object.fromEntries(this.#auditAnnotations),
    };
  }
}
