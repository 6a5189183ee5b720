/**
 * Another way in which a review may reach a webhook: over HTTP/2, which kube-apiserver prefers where it is offered; over the
 * connection of the review before, or not at all; and with a shorter timeout in the query.
 */
export type ReviewWay = "http2" | "kept-connection" | "short-timeout";
