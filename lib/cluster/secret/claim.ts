/** What a caller's path claims: to be a cluster, by a key. */
export interface Claim {
  readonly cluster: string;
  readonly key: string;
}
