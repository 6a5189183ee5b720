import type { Library } from "./declaration.ts";

/**
 * The functions of the authorizer, which rules of a schema don't have. They are declared so that errors name them as on
 * the server; they have no implementation.
 * Source: https://github.com/kubernetes/apiserver/blob/72f5171bff56/pkg/cel/library/authz.go.
 */
export const authorizerLibrary: Library = {
  declarations: `
path - Authorizer.(string) PathCheck
group - Authorizer.(string) GroupCheck
serviceAccount - Authorizer.(string,string) Authorizer
resource - GroupCheck.(string) ResourceCheck
subresource - ResourceCheck.(string) ResourceCheck
namespace - ResourceCheck.(string) ResourceCheck
name - ResourceCheck.(string) ResourceCheck
check - PathCheck.(string) Decision
check - ResourceCheck.(string) Decision
errored - Decision.() bool
error - Decision.() string
allowed - Decision.() bool
reason - Decision.() string
fieldSelector - ResourceCheck.(string) ResourceCheck
labelSelector - ResourceCheck.(string) ResourceCheck`,
  implementations: {},
};
