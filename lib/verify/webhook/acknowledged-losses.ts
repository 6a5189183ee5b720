import type { LawName } from "../laws/law.ts";

/** The law of `check` that an acknowledged loss is about, or the comparison of `parity`. */
export type AcknowledgedLaw = LawName | "parity";

/** A loss that the owners of a webhook know of and accept. */
export interface AcknowledgedLoss {
  /** Left out: every law of `check`, but not `parity`. */
  readonly law?: AcknowledgedLaw;
  /** Where values may be lost or changed, such as `spec.legacy` or `spec.items[*].note`. Left out: the whole law may fail. */
  readonly path?: string;
  /** The source version; any if left out. `to`: likewise the target version. */
  readonly from?: string;
  readonly to?: string;
  readonly reason: string;
}

/** The acknowledged losses of one run, and which of them occurred. */
export class AcknowledgedLosses {
  readonly #losses: readonly AcknowledgedLoss[];
  readonly #occurred = new Set<AcknowledgedLoss>();

  constructor(losses: readonly AcknowledgedLoss[]) {
    this.#losses = losses;
  }

  /** True if an entry acknowledges that a law loses the value at a path in a direction. Records that this loss occurred. */
  isKnown(direction: LawDirection, path: string): boolean {
    const found = this.#losses.find(
      (loss) => loss.path !== undefined && isFor(loss, direction) && isAtOrBelow(path, loss.path),
    );
    if (found !== undefined) this.#occurred.add(found);
    return found !== undefined;
  }

  /** The entry without a path that acknowledges any failure of a law in a direction; undefined if there is none. */
  wholeLaw(direction: LawDirection): AcknowledgedLoss | undefined {
    return this.#losses.find((loss) => loss.path === undefined && isFor(loss, direction));
  }

  /** Records that an entry's loss occurred. */
  addOccurred(loss: AcknowledgedLoss): void {
    this.#occurred.add(loss);
  }

  /** The entries whose loss occurred. */
  occurred(): readonly AcknowledgedLoss[] {
    return this.#losses.filter((loss) => this.#occurred.has(loss));
  }

  /** The entries whose loss did not occur: those about a tried law, and those about every law if all of `everyLaw` were tried. */
  needless(
    tried: ReadonlySet<AcknowledgedLaw>,
    everyLaw: readonly AcknowledgedLaw[] = [],
  ): readonly AcknowledgedLoss[] {
    const isAll = everyLaw.length > 0 && everyLaw.every((law) => tried.has(law));
    const isTried = ({ law }: AcknowledgedLoss): boolean =>
      law === undefined ? isAll : tried.has(law);
    return this.#losses.filter((loss) => isTried(loss) && !this.#occurred.has(loss));
  }
}

/** A law in one direction. */
export interface LawDirection {
  readonly law: AcknowledgedLaw;
  readonly from: string;
  readonly to: string;
}

function isFor(loss: AcknowledgedLoss, { law, from, to }: LawDirection): boolean {
  const isAbout = loss.law === undefined ? law !== "parity" : loss.law === law;
  return isAbout && (loss.from ?? from) === from && (loss.to ?? to) === to;
}

/** True for the acknowledged path and paths below it. `[*]` and `[]` match any index. */
function isAtOrBelow(path: string, acknowledged: string): boolean {
  const [one, other] = [path, acknowledged].map((text) =>
    text.replaceAll(/\[(?:\d+|\*|)\]/g, "[*]"),
  );
  if (one === undefined || other === undefined) return false;
  return one === other || [".", "[", "{"].some((step) => one.startsWith(`${other}${step}`));
}
