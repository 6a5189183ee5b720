import { deterministicLaw } from "../laws/deterministic.ts";
import { editsSurviveLaw } from "../laws/edits-survive.ts";
import { examplesLaw } from "../laws/examples.ts";
import { fragmentsLaw } from "../laws/fragments.ts";
import type { Law } from "../laws/law.ts";
import { pathIndependenceLaw } from "../laws/path-independence.ts";
import { roundTripLaw } from "../laws/round-trip.ts";
import { scaleLaw } from "../laws/scale.ts";
import { serverInBetweenLaw } from "../laws/server-in-between.ts";
import { settlesLaw } from "../laws/settles.ts";
import { validResultLaw } from "../laws/valid-result.ts";
import { acceptableLaw } from "./laws/acceptable.ts";
import { batchLaw } from "./laws/batch.ts";
import { convertsLaw, convertsOutdatedLaw } from "./laws/converts.ts";
import { explicitValuesLaw } from "./laws/explicit-values.ts";
import { hostileBodiesLaw } from "./laws/hostile-bodies.ts";
import { http2Law } from "./laws/http2.ts";
import { keepAliveLaw } from "./laws/keep-alive.ts";
import { largeReviewsLaw } from "./laws/large-reviews.ts";
import { metadataKeptLaw } from "./laws/metadata-kept.ts";
import { noMetadataLaw } from "./laws/no-metadata.ts";
import { refusalNamedLaw } from "./laws/refusal-named.ts";
import { respondsLaw } from "./laws/responds.ts";
import { reviewVersionsLaw } from "./laws/review-versions.ts";
import { sameVersionLaw } from "./laws/same-version.ts";
import { shortTimeoutLaw } from "./laws/short-timeout.ts";

/** Which laws a webhook is checked against. `core`: only {@link coreLaws}; `strict`: all. */
export type WebhookProfile = "core" | "strict";

/** The laws whose violation breaks a cluster: requests fail, or the same request has different results. */
export const coreLaws: readonly Law[] = [
  respondsLaw,
  acceptableLaw,
  convertsLaw,
  convertsOutdatedLaw,
  deterministicLaw,
  batchLaw,
  reviewVersionsLaw,
  http2Law,
  largeReviewsLaw,
  hostileBodiesLaw,
];

/** The laws whose violation loses data or time, or leaves users without an explanation. */
const dataLaws: readonly Law[] = [
  examplesLaw,
  roundTripLaw,
  explicitValuesLaw,
  serverInBetweenLaw,
  metadataKeptLaw,
  editsSurviveLaw,
  settlesLaw,
  fragmentsLaw,
  noMetadataLaw,
  validResultLaw,
  pathIndependenceLaw,
  scaleLaw,
  sameVersionLaw,
  refusalNamedLaw,
  shortTimeoutLaw,
  keepAliveLaw,
];

/** All laws for conversion webhooks, in the order in which they are tried. */
export const webhookLaws: readonly Law[] = [...coreLaws, ...dataLaws];
