import type { StatusError } from "../../api-server/failure.ts";

/** The kubectl command whose output is simulated: `kubectl create -f`, `kubectl replace -f` or `kubectl delete -f`. */
export type KubectlCommand = "create" | "replace" | "delete";

const gerunds = { create: "creating", replace: "replacing", delete: "deleting" } as const;

/**
 * The text that kubectl prints for a refused request. `source` is the file as the user named it.
 * Source: https://github.com/kubernetes/kubectl/blob/v0.36.3/pkg/cmd/util/helpers.go checkErr, AddSourceToErr.
 */
export function kubectlErrorText(
  { step, reason, message, invalid }: StatusError,
  command: KubectlCommand,
  source: string,
): string {
  if (invalid !== undefined) {
    return invalidText(invalid.kind, invalid.name, invalid.causes);
  }
  if (step === "kubectl") return `error: unable to decode ${JSON.stringify(source)}: ${message}`;
  const text = `error when ${gerunds[command]} ${JSON.stringify(source)}: ${message}`;
  if (reason === "Invalid") return `The request is invalid: ${text}`;
  return reason === "" ? `Error from server: ${text}` : `Error from server (${reason}): ${text}`;
}

/** The text that kubectl prints for an invalid object: a single cause on the same line, several as a list. */
export function invalidText(kind: string, name: string, causes: readonly string[]): string {
  const start = `The ${kind} ${JSON.stringify(name)} is invalid: `;
  const [only, ...more] = causes;
  if (only !== undefined && more.length === 0) return start + only;
  return [start, ...causes.map((cause) => `* ${cause}`)].join("\n");
}

/** The name of an object in kubectl's output: `pizza.restaurant.example.com/margherita`. */
export function kubectlName(kind: string, group: string, name: string): string {
  return `${kind.toLowerCase()}.${group}/${name}`;
}

/** The text that kubectl prints for an accepted create or replace. */
export function acceptedText(
  name: string,
  command: Exclude<KubectlCommand, "delete">,
  isDryRun: boolean,
): string {
  return `${name} ${command}d${dryRunRemark(isDryRun)}`;
}

/**
 * The text that kubectl prints for an accepted deletion. `namespace` is undefined for a cluster-scoped object.
 * Source: https://github.com/kubernetes/kubectl/blob/v0.36.3/pkg/cmd/delete/delete.go PrintObj.
 */
export function deletedText(
  { kind, group, name }: { readonly kind: string; readonly group: string; readonly name: string },
  namespace: string | undefined,
  isDryRun: boolean,
): string {
  const from = namespace === undefined ? "" : ` from ${namespace} namespace`;
  const what = `${kind.toLowerCase()}.${group} ${JSON.stringify(name)}`;
  return `${what} deleted${from}${dryRunRemark(isDryRun)}`;
}

function dryRunRemark(isDryRun: boolean): string {
  return isDryRun ? " (server dry run)" : "";
}
