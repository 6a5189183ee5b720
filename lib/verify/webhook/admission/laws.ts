import type { Law } from "../../laws/law.ts";
import { admissionResponds, sameDecision } from "./decisions.ts";
import { finalizerRemoval } from "./finalizer-removal.ts";
import { idempotent, patchApplies, patchNeeded } from "./patches.ts";
import { sameInVersions } from "./same-in-versions.ts";

/** The admission laws of the profile `core`. A webhook that breaks one of them makes writes fail or their results vary. */
export const coreAdmissionLaws: readonly Law[] = [
  admissionResponds,
  patchApplies,
  sameDecision,
  finalizerRemoval,
];

/** All admission laws, in the order in which they are tried. */
export const admissionLaws: readonly Law[] = [
  ...coreAdmissionLaws,
  sameInVersions,
  idempotent,
  patchNeeded,
];
