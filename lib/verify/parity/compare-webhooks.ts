import { type UngeneratedReport, ungeneratedPathsOf } from "../check-kind.ts";
import { seedOf } from "../check-laws.ts";
import { type Direction, directionsOf } from "../subject.ts";
import { type AcknowledgedLoss, AcknowledgedLosses } from "../webhook/acknowledged-losses.ts";
import { blackBoxSubject, type CheckedWebhook } from "../webhook/black-box.ts";
import { ReportedFaults } from "../webhook/reported-faults.ts";
import type { StopReason } from "../webhook/review-port.ts";
import { compareObject, type WebhookPair } from "./compare-object.ts";
import { type ComparedObject, comparedObjects } from "./compared-objects.ts";
import { type ParityGroup, ParityTally, type TalliedGroup } from "./parity-tally.ts";
import { redrawnGroup } from "./redrawn-group.ts";
import { smallestExample } from "./smallest-example.ts";

/** Two webhooks for one kind. */
export interface ComparedWebhooks
  extends Omit<CheckedWebhook, "webhook" | "conversion">,
    Omit<WebhookPair, "isAcknowledged"> {}

/** Options for comparing two webhooks. */
export interface ParityOptions {
  /** The number of valid objects for each direction. Objects of other types are added to these. */
  readonly runs: number;
  readonly seed: number;
  /** If true, harmless differences count too, and are reported among `differences`. */
  readonly isStrict: boolean;
  /** Acknowledged differences. They are not reported among `differences` and don't count. Only entries for parity are used. */
  readonly acknowledged?: readonly AcknowledgedLoss[];
  /** True if examples may show the values of {@link CheckedWebhook.samples}. Default: false, generated values replace them. */
  readonly showsSamples?: boolean;
  readonly onProgress?: (progress: ParityProgress) => void;
}

/** The progress of a comparison. */
export interface ParityProgress {
  readonly from: string;
  readonly to: string;
  /** The number of directions compared so far, with a fraction for the present one. */
  readonly done: number;
  readonly total: number;
}

/** The result of comparing two webhooks. */
export interface ParityReport {
  readonly group: string;
  readonly kind: string;
  readonly versions: readonly string[];
  readonly seed: number;
  /** True if the new webhook can replace the old one, as far as the objects show. */
  readonly isReady: boolean;
  /** The number of objects that both webhooks were sent. */
  readonly objects: number;
  /** The differences that count, the most frequent first. */
  readonly differences: readonly ParityGroup[];
  /** Harmless differences, the most frequent first. */
  readonly harmless: readonly ParityGroup[];
  /** Acknowledged differences that some object had. */
  readonly acknowledged: readonly AcknowledgedLoss[];
  /** Acknowledged differences that no object had. Empty if the comparison ended early. */
  readonly needless: readonly AcknowledgedLoss[];
  /** Directions, such as `v1 to v2`, in which no object was converted by both webhooks, so that nothing was compared. */
  readonly uncompared: readonly string[];
  /** Schema paths for which no valid value was found. */
  readonly ungenerated: readonly UngeneratedReport[];
  /** Why the comparison ended early; undefined if it did not. */
  readonly ended: StopReason | undefined;
}

/**
 * Only the examples of this many groups, the most frequent ones, are made smaller. The number is a choice: nobody reads more at
 * once, and each may take 150 reviews to each webhook.
 */
const maxReduced = 20;

/**
 * Sends the same objects to two webhooks, in each direction between two versions, and compares the responses after pruning and
 * defaults. Each webhook may be called by url or in this process.
 */
export function compareWebhooks(
  { old, new: now, ...kind }: ComparedWebhooks,
  options: ParityOptions,
): ParityReport {
  const subject = blackBoxSubject({ ...kind, webhook: old }, new ReportedFaults());
  const isHidden = kind.samples.length > 0 && options.showsSamples !== true;
  const comparison = new Comparison({ old, new: now }, { ...options, isHidden });
  const pairs = directionsOf(subject);
  for (const [index, pair] of pairs.entries()) comparison.compare(pair, index, pairs.length);
  const differences = comparison.differences();
  const ended = comparison.ended();
  const { uncompared } = comparison;
  return {
    group: kind.crd.group,
    kind: kind.crd.kind,
    versions: kind.crd.versions.map(({ name }) => name),
    seed: options.seed,
    isReady: differences.length + uncompared.length === 0 && ended?.isFault !== true,
    objects: comparison.objects,
    differences,
    harmless: comparison.harmless(),
    acknowledged: comparison.losses.occurred(),
    needless: ended === undefined ? comparison.losses.needless(new Set(["parity"])) : [],
    uncompared,
    ungenerated: ungeneratedPathsOf(subject),
    ended,
  };
}

interface ComparisonOptions extends ParityOptions {
  /** True if examples may not show the values of samples. */
  readonly isHidden: boolean;
}

/** Compares the directions and collects their results. */
class Comparison {
  readonly #webhooks: WebhookPair;
  readonly #options: ComparisonOptions;
  readonly losses: AcknowledgedLosses;
  readonly #tally = new ParityTally();
  readonly #uncompared: string[] = [];
  #objects = 0;

  constructor(webhooks: WebhookPair, options: ComparisonOptions) {
    this.#webhooks = webhooks;
    this.#options = options;
    this.losses = new AcknowledgedLosses(options.acknowledged ?? []);
  }

  get objects(): number {
    return this.#objects;
  }

  get uncompared(): readonly string[] {
    return this.#uncompared;
  }

  ended(): StopReason | undefined {
    return this.#webhooks.old.ended() ?? this.#webhooks.new.ended();
  }

  compare(pair: Direction, index: number, total: number): void {
    const { runs, seed, onProgress } = this.#options;
    const [from, to] = [pair.from.name, pair.to.name];
    const own = { runs, seed: seedOf(seed, `parity ${from} ${to}`) };
    let [sent, converted] = [0, 0];
    for (const object of comparedObjects(pair, own)) {
      if (this.ended() !== undefined) break;
      sent++;
      if (this.#compareOne(pair, object)) converted++;
      const share = sent / (sent + runs);
      if (sent % progressStep === 0) onProgress?.({ from, to, done: index + share, total });
    }
    this.#objects += sent;
    if (converted === 0) this.#uncompared.push(`${from} to ${to}`);
    onProgress?.({ from, to, done: index + 1, total });
  }

  /** Returns whether both webhooks converted the object. */
  #compareOne(pair: Direction, object: ComparedObject): boolean {
    let isConverted = false;
    for (const step of compareObject(pair, this.#pairFor(pair), object)) {
      this.#tally.add(pair, object, step);
      isConverted ||= step.old !== undefined && step.new !== undefined;
    }
    return isConverted;
  }

  /** The webhooks, with the acknowledged differences of a direction. */
  #pairFor({ from, to }: Direction): WebhookPair {
    const direction = { law: "parity", from: from.name, to: to.name } as const;
    return {
      ...this.#webhooks,
      isAcknowledged: (path) => this.losses.isKnown(direction, path),
    };
  }

  differences(): readonly ParityGroup[] {
    return this.#groups(true).map((group, index) =>
      this.#reported(index < maxReduced ? this.#reduced(group) : group),
    );
  }

  harmless(): readonly ParityGroup[] {
    return this.#groups(false).map((group) => this.#reported(group));
  }

  #reported(group: TalliedGroup): ParityGroup {
    const { isHidden, seed } = this.#options;
    if (!isHidden) return this.#tally.reported(group);
    const options = { seed, isOver: this.#isOver };
    return this.#tally.reported(redrawnGroup(group, this.#pairFor(group.pair), options));
  }

  /** The groups of the differences that count, or, if `counts` is false, of all others. */
  #groups(counts: boolean): readonly TalliedGroup[] {
    const { isStrict } = this.#options;
    return this.#tally.groups.filter(
      ({ group }) => (isStrict || group.harmless === undefined) === counts,
    );
  }

  #reduced(group: TalliedGroup): TalliedGroup {
    return { ...group, example: smallestExample(group, this.#pairFor(group.pair), this.#isOver) };
  }

  readonly #isOver = (): boolean => this.ended() !== undefined;
}

/**
 * {@link ParityOptions.onProgress} is called after this many objects. The number is a choice: often enough for a bar that
 * moves, and seldom enough to cost nothing.
 */
const progressStep = 20;
