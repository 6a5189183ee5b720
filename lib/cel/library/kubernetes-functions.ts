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

let functions: ReadonlyMap<string, FunctionDeclaration> | undefined;

/**
 * All functions of Kubernetes 1.36 at compatibility version 1.35, declared on first use.
 * Source: k8s.io/apiserver@v0.36.3 pkg/cel/environment/base.go.
 */
export function kubernetesFunctions(): ReadonlyMap<string, FunctionDeclaration> {
  functions ??= declareFunctions([
    standardLibrary,
    timeLibrary,
    urlLibrary,
    regexLibrary,
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
  return functions;
}
