import type { Law } from "../../../../verify/laws/law.ts";
import { admissionLaws, coreAdmissionLaws } from "../../../../verify/webhook/admission/laws.ts";
import { coreLaws, type WebhookProfile, webhookLaws } from "../../../../verify/webhook/profiles.ts";
import { type Invocation, UsageError } from "../../../command.ts";
import { choiceOption, textsOption } from "../../../option-values.ts";
import { lawHint } from "../law-hint.ts";

/** The laws to try: those for conversion webhooks and those for admission webhooks. */
export interface ChosenLaws {
  readonly profile: WebhookProfile;
  readonly conversion: readonly Law[];
  readonly admission: readonly Law[];
}

/** The laws that `--law` and a file of acknowledged losses may name. */
export const everyWebhookLaw: readonly Law[] = [...webhookLaws, ...admissionLaws];

/**
 * The laws that `--profile` and `--law` name; with `--law`, the profile is ignored. Throws {@link UsageError} for an unknown
 * name.
 */
export function chosenLaws(invocation: Invocation): ChosenLaws {
  const profile = choiceOption(invocation, "profile", ["core", "strict"]) ?? "strict";
  const names = textsOption(invocation, "law");
  const unknown = names.find((name) => !everyWebhookLaw.some((law) => law.name === name));
  if (unknown !== undefined) {
    const known = everyWebhookLaw.map(({ name }) => name);
    throw new UsageError(`--law: ${unknown} is not a law of webhooks; ${lawHint(unknown, known)}`);
  }
  const isCore = profile === "core" && names.length === 0;
  const isChosen = ({ name }: Law): boolean => names.length === 0 || names.includes(name);
  return {
    profile,
    conversion: (isCore ? coreLaws : webhookLaws).filter(isChosen),
    admission: (isCore ? coreAdmissionLaws : admissionLaws).filter(isChosen),
  };
}
