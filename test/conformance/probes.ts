import type { Probe } from "./probe.ts";
import { admissionProbes } from "./probes/admission.ts";
import { fragmentProbes } from "./probes/fragments.ts";
import { numberProbes } from "./probes/numbers.ts";
import { reviewProbes } from "./probes/reviews.ts";
import { transportProbes } from "./probes/transport.ts";
import { valueProbes } from "./probes/values.ts";

/** The probes for any webhook that converts the example kinds CronTab and Pizza. */
export const probes: readonly Probe[] = [
  ...numberProbes,
  ...fragmentProbes,
  ...valueProbes,
  ...reviewProbes,
  ...transportProbes,
  ...admissionProbes,
];
