import { deterministic } from "../laws/deterministic.ts";
import { editsSurvive } from "../laws/edits-survive.ts";
import { examples } from "../laws/examples.ts";
import { fragments } from "../laws/fragments.ts";
import type { Law } from "../laws/law.ts";
import { pathIndependence } from "../laws/path-independence.ts";
import { roundTrip } from "../laws/round-trip.ts";
import { scale } from "../laws/scale.ts";
import { serverInBetween } from "../laws/server-in-between.ts";
import { settles } from "../laws/settles.ts";
import { validResult } from "../laws/valid-result.ts";
import { acceptable } from "./laws/acceptable.ts";
import { batch } from "./laws/batch.ts";
import { converts, convertsOutdated } from "./laws/converts.ts";
import { explicitValues } from "./laws/explicit-values.ts";
import { hostileBodies } from "./laws/hostile-bodies.ts";
import { http2 } from "./laws/http2.ts";
import { keepAlive } from "./laws/keep-alive.ts";
import { largeReviews } from "./laws/large-reviews.ts";
import { metadataKept } from "./laws/metadata-kept.ts";
import { noMetadata } from "./laws/no-metadata.ts";
import { refusalNamed } from "./laws/refusal-named.ts";
import { responds } from "./laws/responds.ts";
import { reviewVersions } from "./laws/review-versions.ts";
import { sameVersion } from "./laws/same-version.ts";
import { shortTimeout } from "./laws/short-timeout.ts";

/** Which laws a webhook is checked against. `core`: only {@link coreLaws}; `strict`: all. */
export type WebhookProfile = "core" | "strict";

/** The laws whose violation breaks a cluster: requests fail, or the same request has different results. */
export const coreLaws: readonly Law[] = [
  responds,
  acceptable,
  converts,
  convertsOutdated,
  deterministic,
  batch,
  reviewVersions,
  http2,
  largeReviews,
  hostileBodies,
];

/** The laws whose violation loses data or time, or leaves users without an explanation. */
const dataLaws: readonly Law[] = [
  examples,
  roundTrip,
  explicitValues,
  serverInBetween,
  metadataKept,
  editsSurvive,
  settles,
  fragments,
  noMetadata,
  validResult,
  pathIndependence,
  scale,
  sameVersion,
  refusalNamed,
  shortTimeout,
  keepAlive,
];

/** All laws for conversion webhooks, in the order in which they are tried. */
export const webhookLaws: readonly Law[] = [...coreLaws, ...dataLaws];
