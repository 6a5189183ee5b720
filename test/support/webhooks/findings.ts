import type { CheckedWebhook } from "../../../lib/verify/webhook/black-box.ts";
import { checkWebhook, type WebhookCheck } from "../../../lib/verify/webhook/check-webhook.ts";
import { webhookLaws } from "../../../lib/verify/webhook/profiles.ts";

/** The laws whose objects are the same with every seed. With several seeds they are tried with the first. */
export const seedless: readonly string[] = [
  "large-reviews",
  "hostile-bodies",
  "examples",
  "explicit-values",
  "keep-alive",
];

/** The failures of laws for a webhook with each seed, as text. The laws in {@link seedless} are tried with the first seed only. */
export function findingsIn(
  checked: CheckedWebhook,
  seeds: readonly number[],
  options: Pick<WebhookCheck, "runs" | "acknowledged">,
): readonly string[] {
  return seeds.flatMap((seed, index) => {
    const laws = webhookLaws.filter(({ name }) => index === 0 || !seedless.includes(name));
    const report = checkWebhook(checked, { ...options, laws, seed });
    return report.laws.flatMap(({ law, from, to, failure }) =>
      failure === undefined
        ? []
        : [`seed ${seed}: ${law} ${from} to ${to}: ${failure.explanation}`],
    );
  });
}
