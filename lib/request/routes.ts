import { type Claim, isSegment } from "./claim.ts";

/** What a review is sent for. */
export type Verb = "convert" | "mutate" | "validate";

/** A path's verb; `kind` where the path names one, in lower case; `claim` where a cluster and a key come first. */
export interface Route {
  readonly verb: Verb;
  readonly kind?: string;
  readonly claim?: Claim;
}

const plain: Readonly<Record<string, Verb>> = {
  convert: "convert",
  crdconvert: "convert",
  mutate: "mutate",
  validate: "validate",
};

/** The first segment of the paths that also name a review version and a kind: `/convert/v1beta1/pizza`. */
const named: Readonly<Record<string, Verb>> = {
  convert: "convert",
  admit: "mutate",
  validate: "validate",
};

/**
 * The route of a path: `/convert`, `/mutate`, `/validate`, the Kubernetes documentation's `/crdconvert`, and
 * `/convert|admit|validate/<v1|v1beta1>/<kind>`, each also below `/<cluster>/<key>`. Undefined for any other path. The
 * review version that a path names binds nothing: a review is answered in its own.
 */
export function routeOf(path: string): Route | undefined {
  const [root, ...segments] = path.split("/");
  if (root !== "") return undefined;
  return routeOfSegments(segments) ?? routeWithClaim(segments);
}

function routeWithClaim([cluster = "", key = "", ...segments]: readonly string[]):
  | Route
  | undefined {
  const route = routeOfSegments(segments);
  if (route === undefined || !isSegment(cluster) || !isSegment(key)) return undefined;
  return { ...route, claim: { cluster, key } };
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
