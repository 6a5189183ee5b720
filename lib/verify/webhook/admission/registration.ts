/** The part of an admission webhook's registration that the laws need. */
export interface AdmissionRegistration {
  /** The name of the webhook in its configuration. */
  readonly name: string;
  readonly step: "mutating" | "validating";
  /** The plural name of the kind, such as `widgets`. */
  readonly resource: string;
  /** The operations on the object itself for which the webhook is called; empty if only the subresource status is registered. */
  readonly operations: readonly ("CREATE" | "UPDATE")[];
  /** True if the webhook is called for updates of the subresource status. */
  readonly includesStatus: boolean;
  /** The versions of the kind in which the webhook receives objects. */
  readonly versions: readonly string[];
}
