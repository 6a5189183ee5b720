import { isSegment, type PathCredentials } from "./path-credentials.ts";

/** What a review requests: a conversion, or a decision of the mutating or the validating webhook. */
export type Verb = "convert" | "mutate" | "validate";

/**
 * What a path names: a verb; the kind in lower case, if the path has one; the credentials, if the path begins with a cluster
 * and a key.
 */
export interface Route {
  readonly verb: Verb;
  readonly kind?: string;
  readonly credentials?: PathCredentials;
}

const plain: Readonly<Record<string, Verb>> = {
  convert: "convert",
  crdconvert: "convert",
  mutate: "mutate",
  validate: "validate",
};

/** The verb for the first segment of a path that also names a review version and a kind: `/convert/v1beta1/pizza`. */
const named: Readonly<Record<string, Verb>> = {
  convert: "convert",
  admit: "mutate",
  validate: "validate",
};

/**
 * Reads a path: `/convert`, `/mutate`, `/validate`, `/crdconvert` as in the Kubernetes documentation, and
 * `/convert|admit|validate/<v1|v1beta1>/<kind>`, each also below `/<cluster>/<key>`. Undefined for any other path. The
 * review version in a path has no effect: a response has the version of its review.
 */
export function routeOf(path: string): Route | undefined {
  const [root, ...segments] = path.split("/");
  if (root !== "") return undefined;
  return routeOfSegments(segments) ?? routeWithCredentials(segments);
}

function routeWithCredentials([cluster = "", key = "", ...segments]: readonly string[]):
  | Route
  | undefined {
  const route = routeOfSegments(segments);
  if (route === undefined || !isSegment(cluster) || !isSegment(key)) return undefined;
  return { ...route, credentials: { cluster, key } };
}

function routeOfSegments([first = "", version, kind, ...rest]: readonly string[]):
  | Route
  | undefined {
  if (version === undefined) return Object.hasOwn(plain, first) ? routeTo(plain[first]) : undefined;
  if (kind === undefined || kind === "" || rest.length > 0) return undefined;
  if (version !== "v1" && version !== "v1beta1") return undefined;
  return Object.hasOwn(named, first) ? routeTo(named[first], kind) : undefined;
}

function routeTo(verb: Verb | undefined, kind?: string): Route | undefined {
  if (verb === undefined) return undefined;
  return kind === undefined ? { verb } : { verb, kind };
}
