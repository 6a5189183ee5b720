import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import type { Callers } from "../../../../callers/callers.ts";
import { err, ok } from "../../../../json/result.ts";
import { notFound } from "../../../../request/http-response.ts";
import type { PathCredentials } from "../../../../request/path-credentials.ts";

/** New random credentials for one run of `customhouse dev`. */
export function newCredentials(): PathCredentials {
  return { cluster: "dev", key: randomBytes(36).toString("base64url") };
}

/** Accepts only callers with these credentials. All others get the 404 of a path that is not served. */
export function onlyCaller(known: PathCredentials): Callers {
  return {
    identify: async ({ credentials }) =>
      credentials !== undefined && timingSafeEqual(hashOf(credentials), hashOf(known))
        ? ok({ cluster: known.cluster, key: "current" })
        : err(notFound),
  };
}

function hashOf({ cluster, key }: PathCredentials): Buffer {
  return createHash("sha256").update(`${cluster}/${key}`).digest();
}
