import { type UngeneratedReport, ungeneratedPathsOf } from "../check-kind.ts";
import { checkLaws, type LawProgress, type LawReport, type LawTask } from "../check-laws.ts";
import { ReviewLimitReached } from "../crashes.ts";
import type { Law } from "../laws/law.ts";
import { lawFaultRedraw } from "../redraw/redrawn-fault.ts";
import { type Direction, directionsOf, type Subject } from "../subject.ts";
import {
  type AcknowledgedLoss,
  AcknowledgedLosses,
  type LawDirection,
} from "./acknowledged-losses.ts";
import type { AdmissionRegistration } from "./admission/registration.ts";
import { admissionSubject, blackBoxSubject, type CheckedWebhook } from "./black-box.ts";
import { webhookLaws } from "./profiles.ts";
import { ReportedFaults } from "./reported-faults.ts";
import type { ReviewPort, StopReason } from "./review-port.ts";

/** Which laws are tried on a webhook, and how. */
export interface WebhookCheck {
  readonly laws: readonly Law[];
  /** The number of objects for each law and direction. */
  readonly runs: number;
  readonly seed: number;
  readonly acknowledged: readonly AcknowledgedLoss[];
  /** True if failures may show the values of {@link CheckedWebhook.samples}. Default: false, generated values replace them. */
  readonly showsSamples?: boolean;
  readonly onProgress?: (progress: LawProgress) => void;
}

/** The results of all laws that were tried on a webhook. */
export interface WebhookReport {
  readonly group: string;
  readonly kind: string;
  readonly versions: readonly string[];
  readonly passed: boolean;
  readonly seed: number;
  readonly laws: readonly LawReport[];
  /** Paths of the schemas for which no valid value was found, so that the laws tried too few values at these paths. */
  readonly ungenerated: readonly UngeneratedReport[];
  /** Why the run ended early; undefined if it did not. */
  readonly ended: StopReason | undefined;
  /** Acknowledged losses that did not occur. Empty if the run ended early. */
  readonly needless: readonly AcknowledgedLoss[];
}

/** True for a run that can't pass because it ended early: the webhook caused the end, or some law tried no object. */
export function isIncomplete({ ended, laws }: Pick<WebhookReport, "ended" | "laws">): boolean {
  return ended !== undefined && (ended.isFault || laws.some(({ runs }) => runs === 0));
}

/** Tries laws on a conversion webhook of any implementation, in each direction. */
export function checkWebhook(checked: CheckedWebhook, check: WebhookCheck): WebhookReport {
  const faults = new ReportedFaults();
  const subject = blackBoxSubject({ ...checked, webhook: untilOver(checked.webhook) }, faults);
  return checkDirections(checked, check, { subject, directions: directionsOf(subject), faults });
}

/** Tries laws on an admission webhook of any implementation, at each version in which it receives objects. */
export function checkAdmission(
  checked: CheckedWebhook,
  registration: AdmissionRegistration,
  check: WebhookCheck,
): WebhookReport {
  const { webhook, conversion } = checked;
  const limited = {
    ...checked,
    webhook: untilOver(webhook),
    ...(conversion !== undefined && { conversion: untilOver(conversion) }),
  };
  const subject = admissionSubject(limited, registration);
  const directions = [...subject.versions.values()]
    .filter(({ name }) => registration.versions.includes(name))
    .map((version) => ({ subject, from: version, to: version }));
  return checkDirections(checked, check, { subject, directions, faults: new ReportedFaults() });
}

/** The port, but a review that exceeds the run's limit is not sent: {@link ReviewLimitReached} is thrown instead. */
function untilOver(port: ReviewPort): ReviewPort {
  const limited = (send: ReviewPort["send"]): ReviewPort["send"] => {
    return (review) => {
      if (port.ended()?.isFault === false) throw new ReviewLimitReached();
      return send(review);
    };
  };
  const { deliveries } = port;
  return {
    ended: () => port.ended(),
    send: limited((review) => port.send(review)),
    ...(deliveries !== undefined && {
      deliveries: new Map([...deliveries].map(([delivery, by]) => [delivery, limited(by)])),
    }),
  };
}

/** The webhook and the directions that laws are tried on. */
interface TriedSubject {
  readonly subject: Subject;
  readonly directions: readonly Direction[];
  readonly faults: ReportedFaults;
}

function checkDirections(
  checked: CheckedWebhook,
  check: WebhookCheck,
  { subject, directions, faults }: TriedSubject,
): WebhookReport {
  const { laws, runs, seed, onProgress } = check;
  const { group, kind, versions } = checked.crd;
  const losses = new AcknowledgedLosses(check.acknowledged);
  const isOver = (): boolean => checked.webhook.ended() !== undefined;
  const isHidden = checked.samples.length > 0 && check.showsSamples !== true;
  const tasks = laws.flatMap((law) =>
    directions.map((pair) => ({
      ...taskOf(law, pair, losses),
      redraw: isHidden ? lawFaultRedraw(pair.subject, { seed, isOver }) : undefined,
    })),
  );
  const onReport = ({ failure }: LawReport): void => faults.endTask(failure !== undefined);
  const { reports } = checkLaws(tasks, { runs, seed, isOver, onProgress, onReport });
  for (const { law, from, to, waived } of reports) {
    const loss = waived && waived.failed > 0 ? losses.wholeLaw({ law, from, to }) : undefined;
    if (loss !== undefined) losses.addOccurred(loss);
  }
  const ended = checked.webhook.ended();
  const tried = new Set(laws.map(({ name }) => name));
  const conversionLaws = webhookLaws.map(({ name }) => name);
  return {
    group,
    kind,
    versions: versions.map(({ name }) => name),
    passed: reports.every(({ passed }) => passed) && !isIncomplete({ ended, laws: reports }),
    seed,
    laws: reports,
    ungenerated: ungeneratedPathsOf(subject),
    ended,
    needless: ended === undefined ? losses.needless(tried, conversionLaws) : [],
  };
}

function taskOf(law: Law, pair: Direction, losses: AcknowledgedLosses): LawTask {
  const direction = { law: law.name, from: pair.from.name, to: pair.to.name };
  return {
    law,
    pair: { ...pair, subject: withKnownLosses(pair.subject, losses, direction) },
    waivedBecause: losses.wholeLaw(direction)?.reason,
  };
}

function withKnownLosses(
  subject: Subject,
  losses: AcknowledgedLosses,
  direction: LawDirection,
): Subject {
  const { blackBox } = subject;
  if (blackBox === undefined) return subject;
  const isKnownLoss = (path: string): boolean => losses.isKnown(direction, path);
  return { ...subject, blackBox: { ...blackBox, isKnownLoss } };
}
