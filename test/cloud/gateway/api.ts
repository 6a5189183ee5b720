import type { OwnResponses } from "./own-responses.ts";

/** The gateway of a deployment, as its template has it. */
export interface Api {
  /** An HTTP API sends events of payload format 2.0, a REST API those of 1.0; their own responses differ too. */
  readonly profile: Profile;
  readonly stage: string;
  readonly routes: readonly Route[];
  /** For all callers together; absent where the account's own limit is the only one. */
  readonly throttle?: Throttle;
  /** The media types that a REST API treats as binary: bodies of these, and responses to clients that accept them, are base64. */
  readonly binaryMediaTypes: readonly string[];
  /** The size from which a REST API compresses responses for clients that accept gzip; infinite if it does not. */
  readonly compressesFrom: number;
  /** What the gateway says by itself. */
  readonly own: OwnResponses;
}

export type Profile = "http" | "rest";

/** A path of the gateway and the function behind it. */
export interface Route {
  /** `ANY`, or a method. */
  readonly method: string;
  /** Segments in braces are variables, as in `/{cluster}/{key}/convert`. */
  readonly path: string;
  /** The logical id of the function. */
  readonly functionId: string;
  /** Of the integration: how long the gateway waits for the function. */
  readonly timeoutMs: number;
}

/** A token bucket: `rate` requests a second, `burst` at once. */
export interface Throttle {
  readonly rate: number;
  readonly burst: number;
}

/** A route that fits a request, with the values of its variables. */
export interface Match {
  readonly route: Route;
  readonly variables: Readonly<Record<string, string>>;
}

/** The route of a request: a method before ANY, and names before variables from the left. */
export function match(api: Api, method: string, path: string): Match | undefined {
  const [best] = api.routes
    .filter((route) => route.method === "ANY" || route.method === method)
    .flatMap((route) => {
      const variables = variablesIn(route.path, path);
      return variables === undefined ? [] : [{ route, variables }];
    })
    .sort((a, b) => (rank(a.route) < rank(b.route) ? -1 : 1));
  return best;
}

function variablesIn(pattern: string, path: string): Record<string, string> | undefined {
  const [names, values] = [pattern.split("/"), path.split("/")];
  if (names.length !== values.length) return undefined;
  const variables: Record<string, string> = {};
  for (const [index, name] of names.entries()) {
    const value = values[index] ?? "";
    if (!name.startsWith("{")) {
      if (name !== value) return undefined;
    } else if (value === "") return undefined;
    else variables[name.slice(1, -1)] = value;
  }
  return variables;
}

/** Sorts routes: the smaller one wins. */
function rank({ method, path }: Route): string {
  const segments = path.split("/").map((segment) => (segment.startsWith("{") ? "1" : "0"));
  return `${segments.join("")}${method === "ANY" ? "1" : "0"}`;
}
