import { randomUUID } from "node:crypto";
import { functionNames } from "../../../lib/cli/bundle/bundles.ts";
import { recordedReviews } from "../../package/recorded.ts";

/** A request with its only right response. */
export interface Exercise {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly answer: string;
}

/** Makes exercises without end, each with a unique uid: the response to another request is wrong. */
export type Workload = () => Exercise;

/** The recorded reviews of all functions in turn, as the API server sent them. */
export function recordedWorkload(): Workload {
  const makers = functionNames.flatMap(recordedReviews).map(({ event, response }) => {
    const { rawPath, rawQueryString, headers, body, isBase64Encoded } = JSON.parse(
      JSON.stringify(event),
    );
    const text = isBase64Encoded ? Buffer.from(body, "base64").toString() : String(body);
    const { uid } = JSON.parse(text).request;
    const { "content-length": _, host: __, ...sent } = headers;
    return (fresh: string): Exercise => ({
      path: `${rawPath}?${rawQueryString}`,
      headers: sent,
      body: text.replaceAll(uid, fresh),
      answer: response.replaceAll(uid, fresh),
    });
  });
  let turn = 0;
  return () => {
    const make = makers[turn++ % makers.length];
    if (make === undefined) throw new Error("no review was recorded");
    return make(randomUUID());
  };
}
