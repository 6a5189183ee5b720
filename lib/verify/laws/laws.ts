import { deterministicLaw } from "./deterministic.ts";
import { editsSurviveLaw } from "./edits-survive.ts";
import { examplesLaw } from "./examples.ts";
import { fragmentsLaw } from "./fragments.ts";
import { inputUntouchedLaw } from "./input-untouched.ts";
import type { Law } from "./law.ts";
import { noCrashLaw } from "./no-crash.ts";
import { pathIndependenceLaw } from "./path-independence.ts";
import { roundTripLaw } from "./round-trip.ts";
import { scaleLaw } from "./scale.ts";
import { serverInBetweenLaw } from "./server-in-between.ts";
import { settlesLaw } from "./settles.ts";
import { smallScopeLaw } from "./small-scope.ts";
import { validResultLaw } from "./valid-result.ts";

/** All laws for a kind's own conversions, in the order in which they are tried: a failure often explains later failures. */
export const laws: readonly Law[] = [
  examplesLaw,
  noCrashLaw,
  inputUntouchedLaw,
  deterministicLaw,
  smallScopeLaw,
  roundTripLaw,
  serverInBetweenLaw,
  editsSurviveLaw,
  settlesLaw,
  fragmentsLaw,
  validResultLaw,
  pathIndependenceLaw,
  scaleLaw,
];
