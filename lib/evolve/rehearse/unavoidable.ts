/** What a client of a rehearsal sends. */
export type ClientRequest = "list" | "get" | "patch" | "apply" | "watch";

/** What `docs/versions.md` says can't be avoided. */
interface UnavoidableFault {
  readonly requests: readonly ClientRequest[];
  readonly status: number;
  readonly text: RegExp;
  readonly because: string;
}

/** The text of the end of a watch that ends without an error. */
export const watchClosed = "the API server closed the watch";

/** Each was measured on kube-apiserver 1.36 and 1.37. */
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

/** Why a response to a client can't be avoided while a plan is carried out; undefined for one that should not come. */
export function unavoidableBecause(
  request: ClientRequest,
  status: number,
  text: string,
): string | undefined {
  return faults.find(
    (fault) => fault.requests.includes(request) && fault.status === status && fault.text.test(text),
  )?.because;
}
