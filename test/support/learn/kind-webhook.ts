import { convertReview } from "../../../lib/conversion/convert-review.ts";
import { type ConversionRegistry, conversionRegistry } from "../../../lib/conversion/registry.ts";
import type { Side } from "../../../lib/converter/side.ts";
import { parse } from "../../../lib/json/parse.ts";
import type { Kind } from "../../../lib/kind/kind.ts";
import { readReview } from "../../../lib/protocol/review.ts";
import {
  type LearnedVersions,
  learnedVersion,
} from "../../../lib/verify/learn/learned-versions.ts";
import { memoryRecording, Observer } from "../../../lib/verify/learn/observer.ts";
import type { ReviewPort } from "../../../lib/verify/webhook/review-port.ts";
import { allowance } from "../allowance.ts";
import { portInProcess } from "../webhooks/in-process.ts";

/** The webhook of a kind, of which only the responses are seen. */
export function kindWebhook(kind: Kind): ReviewPort {
  return registryWebhook(conversionRegistry([kind]));
}

function registryWebhook(registry: ConversionRegistry): ReviewPort {
  return portInProcess((text) => {
    const parsed = parse(text);
    const review = parsed.ok ? readReview(parsed.value, "ConversionReview") : parsed;
    if (!review.ok) return { status: 400, body: "not a review" };
    const limits = { requestSize: text.length, allowance: allowance() };
    return { status: 200, body: convertReview(registry, review.value, limits).text };
  });
}

/** Two versions of a kind that a webhook converts. */
export function versionsOfKind(
  kind: Kind,
  names: Readonly<Record<Side, string>>,
  webhook: ReviewPort = kindWebhook(kind),
): LearnedVersions {
  const { crd } = kind;
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
    maxRequests: Number.POSITIVE_INFINITY,
  });
  return { crd, observer, from: versionNamed(names.from), to: versionNamed(names.to) };
}
