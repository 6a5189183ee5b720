import type { Re2 } from "../../schema/pattern/pattern.ts";
import { addressLibrary } from "./addresses.ts";
import { authorizerLibrary } from "./authorizer.ts";
import { declareFunctions, type FunctionDeclaration } from "./declaration.ts";
import { kubernetesListLibrary, listLibrary, setLibrary } from "./lists.ts";
import { formatLibrary } from "./named-formats.ts";
import { comprehensionLibrary, optionalLibrary } from "./optionals.ts";
import { quantityLibrary } from "./quantities.ts";
import { regexLibrary } from "./regex.ts";
import { semverLibrary } from "./semver.ts";
import { standardLibrary } from "./standard.ts";
import { stringLibrary } from "./strings.ts";
import { timeLibrary } from "./time-accessors.ts";
import { urlLibrary } from "./urls.ts";

/** A cache of the functions, by the RE2 that they use. */
const declared = new Map<Re2 | undefined, ReadonlyMap<string, FunctionDeclaration>>();

/**
 * All CEL functions of Kubernetes 1.36 at compatibility version 1.35. They are declared at the first call. A call of one
 * with a regular expression that needs RE2 throws Re2MissingError if `re2` is undefined.
 * Source: https://github.com/kubernetes/apiserver/blob/72f5171bff56/pkg/cel/environment/base.go.
 */
export function kubernetesFunctions(
  re2: Re2 | undefined,
): ReadonlyMap<string, FunctionDeclaration> {
  const known = declared.get(re2);
  if (known !== undefined) return known;
  const functions = declareFunctions([
    standardLibrary(re2),
    timeLibrary,
    urlLibrary,
    regexLibrary(re2),
    kubernetesListLibrary,
    authorizerLibrary,
    optionalLibrary,
    quantityLibrary,
    stringLibrary,
    setLibrary,
    addressLibrary,
    formatLibrary,
    comprehensionLibrary,
    semverLibrary,
    listLibrary,
  ]);
  declared.set(re2, functions);
  return functions;
}
