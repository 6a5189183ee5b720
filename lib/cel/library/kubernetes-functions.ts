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

/** A cache, by the RE2 that the functions use. */
const declared = new Map<Re2 | undefined, ReadonlyMap<string, FunctionDeclaration>>();

/**
 * All functions of Kubernetes 1.36 at compatibility version 1.35, declared on first use. Functions of regular expressions
 * throw Re2MissingError where they need RE2 and have none.
 * Source: https://github.com/kubernetes/apiserver/blob/v0.36.3/pkg/cel/environment/base.go.
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
