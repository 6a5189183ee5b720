import type { ParityStep } from "../../../verify/parity/compare-object.ts";
import type { HarmlessReason, ParityKind } from "../../../verify/parity/conversion-differences.ts";
import type { ParityGroup } from "../../../verify/parity/parity-tally.ts";

const kinds: Readonly<Record<ParityKind, string>> = {
  missing: "is missing in the new webhook's object",
  added: "is only in the new webhook's object",
  changed: "has another value in the new webhook's object",
  refused: "the new webhook refuses an object that the old one converts",
  malformed: "the new webhook's response is not one that kube-apiserver accepts",
  converted: "the new webhook converts an object that the old one does not",
};

const steps: Readonly<Record<ParityStep, string>> = {
  conversion: "",
  "there-and-back": " after conversion to the other version and back",
  edited: " after an edit at the other version",
  "take-over": " for an object that the old webhook has converted",
};

/** The reasons why differences are harmless, as printed in notes. */
export const harmlessTexts: Readonly<Record<HarmlessReason, string>> = {
  "zero-value": "absent in one, and null, empty, zero or false in the other",
  "list-order": "items of a list of type map or set in another order",
  spelling: "another spelling of the same duration, quantity or time",
  server: "made the same by the server, which prunes and defaults",
  preserved: "annotations that only one of the webhooks adds",
  "newly-converted": "objects that only the new webhook converts",
};

/** A difference as a sentence without values: `spec.labels is missing in the new webhook's object`. */
export function differenceSentence({ path, kind, step, harmless }: ParityGroup): string {
  const remark = harmless === undefined ? "" : ` (${harmlessTexts[harmless]})`;
  return `${path === "" ? "" : `${path} `}${kinds[kind]}${steps[step]}${remark}`;
}

/** `34 of 600 objects, v1 to v1beta1`. */
export function frequencyText({ count, of, directions }: ParityGroup): string {
  const objects = `${count.toLocaleString("en-US")} of ${of.toLocaleString("en-US")} objects`;
  return `${objects}, ${directions.join(", ")}`;
}
