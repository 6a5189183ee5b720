/** The requests that clients of a rehearsal send. */
export type ClientRequest = "list" | "get" | "patch" | "apply" | "watch";

/** A failure of a client's request that a plan can't avoid, as `docs/versions.md` explains. */
interface UnavoidableFault {
  readonly requests: readonly ClientRequest[];
  readonly status: number;
  readonly text: RegExp;
  readonly because: string;
}

/** The text recorded for a watch that ends without an error. */
export const watchClosed = "the API server closed the watch";

/** Each of these was observed with kube-apiserver 1.36 and 1.37. */
const faults: readonly UnavoidableFault[] = [
  {
    requests: ["list", "watch"],
    status: 429,
    text: /storage is \(re\)initializing/,
    because: "the API server fills its caches anew after each change of a definition",
  },
  {
    requests: ["watch"],
    status: 200,
    text: new RegExp(`^${watchClosed}$`),
    because: "each change of a definition closes all watches",
  },
];

/** Why a failed request of a client can't be avoided while a plan is carried out; undefined for one that should not fail. */
export function unavoidableReason(
  request: ClientRequest,
  status: number,
  text: string,
): string | undefined {
  return faults.find(
    (fault) => fault.requests.includes(request) && fault.status === status && fault.text.test(text),
  )?.because;
}
