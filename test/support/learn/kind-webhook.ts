import type { Side } from "../../../lib/converter/side.ts";
import type { CrdFacts } from "../../../lib/crd/crd-facts.ts";
import {
  type LearnedVersions,
  learnedVersion,
} from "../../../lib/verify/learn/learned-versions.ts";
import { memoryRecording, Observer } from "../../../lib/verify/learn/observer.ts";
import type { ReviewPort } from "../../../lib/verify/webhook/review-port.ts";

/** Two versions of a definition, for learning from the webhook that converts them. Throws if the definition lacks one. */
export function versionsOf(
  crd: CrdFacts,
  names: Readonly<Record<Side, string>>,
  webhook: ReviewPort,
): LearnedVersions {
  const versionNamed = (name: string) => {
    const version = crd.versions.find((each) => each.name === name);
    if (version === undefined) throw new Error(`${crd.kind} has no version ${name}`);
    return learnedVersion(version);
  };
  const observer = new Observer({
    webhook,
    group: crd.group,
    reviewVersion: "v1",
    recording: memoryRecording(),
  });
  return { crd, observer, from: versionNamed(names.from), to: versionNamed(names.to) };
}
