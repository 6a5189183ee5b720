import type { Library } from "./declaration.ts";

/**
 * What asks the authorizer. No rule of a schema has one: the functions are known, so that errors speak of them as the
 * server's do, and nothing can call them.
 * Source: k8s.io/apiserver@v0.36.3 pkg/cel/library/authz.go.
 */
export const authorizerLibrary: Library = {
  declarations: `
path authorizer_path Authorizer.(string) PathCheck
group authorizer_group Authorizer.(string) GroupCheck
serviceAccount authorizer_serviceaccount Authorizer.(string,string) Authorizer
resource groupcheck_resource GroupCheck.(string) ResourceCheck
subresource resourcecheck_subresource ResourceCheck.(string) ResourceCheck
namespace resourcecheck_namespace ResourceCheck.(string) ResourceCheck
name resourcecheck_name ResourceCheck.(string) ResourceCheck
check pathcheck_check PathCheck.(string) Decision
check resourcecheck_check ResourceCheck.(string) Decision
errored decision_errored Decision.() bool
error decision_error Decision.() string
allowed decision_allowed Decision.() bool
reason decision_reason Decision.() string
fieldSelector authorizer_fieldselector ResourceCheck.(string) ResourceCheck
labelSelector authorizer_labelselector ResourceCheck.(string) ResourceCheck`,
  implementations: {},
};
