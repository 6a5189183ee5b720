/** How a cluster's API server is reached and who asks there, as the secret's JSON says it. */
export interface ClusterAccess {
  /** `https://…`, the address of the API server. */
  readonly server: string;
  /** The CA's certificate: PEM, or base64 of it as a kubeconfig has it. Left out: the system's roots. */
  readonly certificateAuthority?: string;
  /** A bearer token. */
  readonly token?: string;
  /** PEM, or base64 of it. */
  readonly clientCertificate?: { readonly cert: string; readonly key: string };
}
