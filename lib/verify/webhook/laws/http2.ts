import type { Law } from "../../laws/law.ts";
import { sameByWay } from "./same-by-way.ts";

/** kube-apiserver speaks HTTP/2 with every webhook that offers it (ALPN h2); the other laws speak HTTP/1.1. */
export const http2: Law = {
  name: "http2",
  statement:
    "where the webhook offers HTTP/2, which kube-apiserver then uses, a result is the same as over HTTP/1.1",
  trial: (pair) => sameByWay(pair, "http2", "over HTTP/2"),
};
