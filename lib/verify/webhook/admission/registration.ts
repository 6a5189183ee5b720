/** What a webhook configuration says of an admission webhook, as far as the laws must know it. */
export interface AdmissionRegistration {
  /** The name of the webhook in its configuration. */
  readonly name: string;
  readonly step: "mutating" | "validating";
  /** The plural of the kind. */
  readonly resource: string;
  /** The operations for which the webhook is called; empty where it is called for the status alone. */
  readonly operations: readonly ("CREATE" | "UPDATE")[];
  /** True where it is called for updates of the subresource status, too. */
  readonly asksStatus: boolean;
  /** The versions of the kind in which the webhook receives objects. */
  readonly versions: readonly string[];
}
