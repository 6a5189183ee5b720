import type { Remarks } from "../protocol/admission-review.ts";
import { qualifiedNameFault } from "../protocol/gate/names.ts";

/**
 * Characters (code points) of one warning and of all that reach the user: beyond the first the server cuts, beyond the
 * second it drops. Source: k8s.io/apiserver@v0.36.3 pkg/endpoints/filters/warning.go, truncateItemRunes.
 */
const maxWarningLength = 256;
const maxWarningsLength = 4096;

/** Gathers what handlers say beside their verdict, inside the server's limits. */
export class RemarkBook {
  readonly #warnings = new Set<string>();
  readonly #auditAnnotations = new Map<string, string>();
  #length = 0;

  /** Control characters become spaces: the server drops a warning that has one. */
  warn(text: string): void {
    const line = [...text.replaceAll(/\p{Cc}/gu, " ").toWellFormed()];
    const warning = line.slice(0, maxWarningLength).join("");
    const length = Math.min(line.length, maxWarningLength);
    if (warning === "" || this.#warnings.has(warning)) return;
    if (this.#length + length > maxWarningsLength) return;
    this.#length += length;
    this.#warnings.add(warning);
  }

  /** What is no valid key is left out: the server would drop it, and no request should fail for a remark. */
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
