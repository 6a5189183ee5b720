import type { Law } from "../../laws/law.ts";
import { sameByDelivery } from "./same-by-delivery.ts";

/**
 * Compares the results over HTTP/2 and HTTP/1.1. kube-apiserver uses HTTP/2 with every webhook that offers it (ALPN h2); the
 * other laws use HTTP/1.1.
 */
export const http2Law: Law = {
  name: "http2",
  statement:
    "where the webhook offers HTTP/2, which kube-apiserver then uses, a result is the same as over HTTP/1.1",
  trial: (pair) => sameByDelivery(pair, "http2", "over HTTP/2"),
};
