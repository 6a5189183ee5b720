// `customhouse/node`: the service on your own machine, over HTTPS with a private CA; connections to clusters for lookups.

export { type Callers, everybody } from "./callers/callers.ts";
export type { ClientCertificate, ClusterAccess } from "./cluster/access.ts";
export {
  type ClusterConnection,
  type ClusterLimits,
  type ClusterOptions,
  connectCluster,
} from "./cluster/cluster-lookup.ts";
export {
  type Certificate,
  type CertificateAuthority,
  CertificateAuthorityError,
  type CertificateAuthorityOptions,
  openCertificateAuthority,
} from "./hosts/local/certificate-authority.ts";
export { type Gateway, type GatewayOptions, startGateway } from "./hosts/local/gateway.ts";
export { stashCodec } from "./service/stash-codec.ts";
