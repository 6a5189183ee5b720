import { deterministic } from "./deterministic.ts";
import { editsSurvive } from "./edits-survive.ts";
import { examples } from "./examples.ts";
import { fragments } from "./fragments.ts";
import { inputUntouched } from "./input-untouched.ts";
import type { Law } from "./law.ts";
import { noCrash } from "./no-crash.ts";
import { pathIndependence } from "./path-independence.ts";
import { roundTrip } from "./round-trip.ts";
import { scale } from "./scale.ts";
import { serverInBetween } from "./server-in-between.ts";
import { settles } from "./settles.ts";
import { smallScopes } from "./small-scope.ts";
import { validResult } from "./valid-result.ts";

/** All laws, in the order in which they are tried. The failure of an early law often explains failures of later ones. */
export const laws: readonly Law[] = [
  examples,
  noCrash,
  inputUntouched,
  deterministic,
  smallScopes,
  roundTrip,
  serverInBetween,
  editsSurvive,
  settles,
  fragments,
  validResult,
  pathIndependence,
  scale,
];
