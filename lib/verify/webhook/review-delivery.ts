/**
 * How a review is sent, if not as usual. `http2`: over HTTP/2, which kube-apiserver prefers if the webhook offers it.
 * `kept-connection`: over the connection of the previous review; not sent if this is closed. `short-timeout`: with a timeout of
 * at most 5 seconds in the query.
 */
export type ReviewDelivery = "http2" | "kept-connection" | "short-timeout";
