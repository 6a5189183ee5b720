/** What a webhook configuration says of an admission webhook, as far as the laws must know it. */
export interface AdmissionRegistration {
  /** As in its configuration. */
  readonly name: string;
  readonly step: "mutating" | "validating";
  /** The plural of the kind. */
  readonly resource: string;
  /** What it is called for; never empty. */
  readonly operations: readonly ("CREATE" | "UPDATE")[];
  /** The versions of the kind that it is sent. */
  readonly versions: readonly string[];
}
