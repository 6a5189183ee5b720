import type { Law } from "../../laws/law.ts";
import { sameByDelivery } from "./same-by-delivery.ts";

/** Sends reviews with a short timeout in the query, where callers name it. kube-apiserver's timeout for conversions is 30 s. */
export const shortTimeoutLaw: Law = {
  name: "short-timeout",
  statement: "with ?timeout=5s a result is the same as without, and comes within 5 seconds",
  trial: (pair) => sameByDelivery(pair, "short-timeout", "with ?timeout=5s"),
};
