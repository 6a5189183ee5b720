import { type UngeneratedReport, ungeneratedOf } from "../check-kind.ts";
import { seedOf } from "../check-laws.ts";
import { type Direction, directionsOf } from "../subject.ts";
import { type AcknowledgedLoss, AcknowledgedLosses } from "../webhook/acknowledged-losses.ts";
import { blackBoxSubject, type CheckedWebhook } from "../webhook/black-box.ts";
import { ReportedFaults } from "../webhook/reported-faults.ts";
import type { PortEnd } from "../webhook/review-port.ts";
import { compareObject, type WebhookPair } from "./compare-object.ts";
import { type ComparedObject, comparedObjects } from "./compared-objects.ts";
import { type OpenGroup, type ParityGroup, ParityTally } from "./parity-tally.ts";
import { smallestExample } from "./smallest-example.ts";

/** Two webhooks for one kind. */
export interface ComparedWebhooks
  extends Omit<CheckedWebhook, "webhook" | "conversion">,
    Omit<WebhookPair, "isAcknowledged"> {}

/** How two webhooks are compared. */
export interface ParityOptions {
  /** Valid objects for each direction; others are added. */
  readonly runs: number;
  readonly seed: number;
  /** Whether harmless differences count, too: they are then among the differences. */
  readonly isStrict: boolean;
  /** Differences that somebody lives with: they are not reported, and count for nothing. Only entries about parity are read. */
  readonly acknowledged?: readonly AcknowledgedLoss[];
  readonly onProgress?: (progress: ParityProgress) => void;
}

/** How far a comparison is. */
export interface ParityProgress {
  readonly from: string;
  readonly to: string;
  /** Directions compared so far, as a fraction. */
  readonly done: number;
  readonly total: number;
}

/** What two webhooks do differently. */
export interface ParityReport {
  readonly group: string;
  readonly kind: string;
  readonly versions: readonly string[];
  readonly seed: number;
  /** True where the new webhook can take the place of the old one, as far as the objects show. */
  readonly isReady: boolean;
  /** Objects that both webhooks were sent. */
  readonly objects: number;
  /** The most frequent first. */
  readonly differences: readonly ParityGroup[];
  /** Differences that harm nobody, the most frequent first. */
  readonly harmless: readonly ParityGroup[];
  /** Acknowledged differences that some object had. */
  readonly acknowledged: readonly AcknowledgedLoss[];
  /** Acknowledged differences that no object had. Empty where the comparison ended early. */
  readonly needless: readonly AcknowledgedLoss[];
  /** Directions of which no object was converted by both webhooks, so that nothing was compared: the budget may have ended before. */
  readonly uncompared: readonly string[];
  /** Paths of the schemas for which no valid value was found. */
  readonly ungenerated: readonly UngeneratedReport[];
  /** Why the comparison ended early; undefined where it did not. */
  readonly ended: PortEnd | undefined;
}

/** Objects whose example is made smaller: of so many groups, the most frequent ones. */
const maxReduced = 20;

/**
 * Sends the same objects to two webhooks, in each direction between two versions, and compares what comes back as kube-apiserver
 * would hold it. Whether a webhook is behind a url or in this process makes no difference.
 */
export function compareWebhooks(
  { old, new: now, ...kind }: ComparedWebhooks,
  options: ParityOptions,
): ParityReport {
  const subject = blackBoxSubject({ ...kind, webhook: old }, new ReportedFaults());
  const comparison = new Comparison({ old, new: now }, options);
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
    acknowledged: comparison.losses.met(),
    needless: ended === undefined ? comparison.losses.needless(new Set(["parity"])) : [],
    uncompared,
    ungenerated: ungeneratedOf(subject),
    ended,
  };
}

/** Collects what the directions show. */
class Comparison {
  readonly #webhooks: WebhookPair;
  readonly #options: ParityOptions;
  readonly losses: AcknowledgedLosses;
  readonly #tally = new ParityTally();
  readonly #uncompared: string[] = [];
  #objects = 0;

  constructor(webhooks: WebhookPair, options: ParityOptions) {
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

  ended(): PortEnd | undefined {
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

  /** The webhooks, with what is acknowledged in a direction. */
  #pairFor({ from, to }: Direction): WebhookPair {
    const direction = { law: "parity", from: from.name, to: to.name } as const;
    return {
      ...this.#webhooks,
      isAcknowledged: (path) => this.losses.isKnown(direction, path),
    };
  }

  differences(): readonly ParityGroup[] {
    return this.#groups(true).map((group, index) =>
      this.#tally.reported(index < maxReduced ? this.#reduced(group) : group),
    );
  }

  harmless(): readonly ParityGroup[] {
    return this.#groups(false).map((group) => this.#tally.reported(group));
  }

  /** The groups that count, or those that do not. */
  #groups(counts: boolean): readonly OpenGroup[] {
    const { isStrict } = this.#options;
    return this.#tally.groups.filter(
      ({ group }) => (isStrict || group.harmless === undefined) === counts,
    );
  }

  #reduced(group: OpenGroup): OpenGroup {
    const isOver = (): boolean => this.ended() !== undefined;
    return { ...group, example: smallestExample(group, this.#pairFor(group.pair), isOver) };
  }
}

/** Objects between two calls of {@link ParityOptions.onProgress}. */
const progressStep = 20;
