import type { Law } from "../../laws/law.ts";
import { admissionRespondsLaw, sameDecisionLaw } from "./decisions.ts";
import { finalizerRemovalLaw } from "./finalizer-removal.ts";
import { idempotentLaw, patchAppliesLaw, patchNeededLaw } from "./patches.ts";
import { sameInVersionsLaw } from "./same-in-versions.ts";

/** The admission laws of the profile `core`. A webhook that breaks one of them makes writes fail or their results vary. */
export const coreAdmissionLaws: readonly Law[] = [
  admissionRespondsLaw,
  patchAppliesLaw,
  sameDecisionLaw,
  finalizerRemovalLaw,
];

/** All admission laws, in the order in which they are tried. */
export const admissionLaws: readonly Law[] = [
  ...coreAdmissionLaws,
  sameInVersionsLaw,
  idempotentLaw,
  patchNeededLaw,
];
