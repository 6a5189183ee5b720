import { expect } from "vitest";
import { fixedLookup } from "../../lib/cluster/fixed-lookup.ts";
import type { Lookup } from "../../lib/cluster/lookup.ts";
import { parse, parseBytes } from "../../lib/json/parse.ts";
import { isObject, type JsonObject, type JsonValue, member } from "../../lib/json/value.ts";
import { stringify } from "../../lib/json/write.ts";
import type { Kind } from "../../lib/kind/kind.ts";
import { type Deadline, deadlineOf } from "../../lib/request/deadline.ts";
import { bodyText, type HttpResponse } from "../../lib/request/http-response.ts";
import type { LogLine } from "../../lib/request/log.ts";
import type { Verb } from "../../lib/request/routes.ts";
import { createService } from "../../lib/service/service.ts";
import { internalText, responseFaults } from "./api-server-rules.ts";
import { kinds as exampleKinds } from "./example-kinds.ts";

/** The response to one request, and the line that was logged for it. */
export interface LoggedResponse {
  readonly httpResponse: HttpResponse & { readonly body: string };
  readonly log: LogLine;
}

/** The settings of a webhook in a test. The default: the example kinds, and lookups in their samples. */
export interface WebhookSetup {
  readonly kinds?: readonly Kind[];
  readonly lookup?: Lookup;
  readonly deadline?: Deadline;
  readonly nearestValid?: boolean;
}

/** A lookup that finds the samples of the example kinds. */
export const sampleLookup: Lookup = fixedLookup(
  exampleKinds,
  exampleKinds.flatMap(({ samples }) => samples),
);

/**
 * Sends a body to a verb. Throws if kube-apiserver would not accept the response, if the response has internal details, and
 * for HTTP 500, which reports an exception in the webhook.
 */
export type Send = (verb: Verb, body: string | Uint8Array) => Promise<LoggedResponse>;

/**
 * Returns a function that sends many bodies to one webhook. A conversion is also sent to a new webhook, which always parses its
 * first review. Throws unless both responses are equal.
 */
export function senderTo({
  kinds = exampleKinds,
  lookup = sampleLookup,
  deadline,
  nearestValid = false,
}: WebhookSetup = {}): Send {
  const webhook = (): Send => {
    const lines: LogLine[] = [];
    const log = (line: LogLine): void => void lines.push(line);
    const service = createService({ kinds, lookup, nearestValid, log });
    return async (verb, body) => {
      lines.length = 0;
      const response = await service.answer(verb, body, deadline ?? deadlineOf("30s"));
      const httpResponse = { ...response, body: bodyText(response) };
      const sent = typeof body === "string" ? parse(body) : parseBytes(body);
      expect(responseFaults(verb, sent.ok ? sent.value : undefined, httpResponse)).toEqual([]);
      expect(httpResponse.status).not.toBe(500);
      expect(internalText(httpResponse.body)).toBeUndefined();
      const [line, ...more] = lines;
      if (line === undefined || more.length > 0)
        throw new Error("the request must have exactly one log line");
      return { httpResponse, log: line };
    };
  };
  const send = webhook();
  let isWarm = false;
  return async (verb, body) => {
    if (verb !== "convert") return send(verb, body);
    if (!isWarm) await send(verb, "{}");
    isWarm = true;
    const parsed = await webhook()(verb, body);
    const spliced = await send(verb, body);
    expect(comparable(spliced)).toEqual(comparable(parsed));
    return spliced;
  };
}

/** The parts that must be equal, whether a review was parsed or spliced: all but the spelling, and `ms` and `cold` of the log. */
function comparable({ httpResponse, log }: LoggedResponse): unknown {
  const { ms: _, cold: __, ...line } = log;
  const body = parse(httpResponse.body);
  return { ...httpResponse, body: body.ok ? body.value : httpResponse.body, line };
}

/** Sends one body to a verb of a new webhook: see {@link Send}. */
export function send(
  verb: Verb,
  body: string | Uint8Array,
  setup: WebhookSetup = {},
): Promise<LoggedResponse> {
  return senderTo(setup)(verb, body);
}

/** Sends a review and returns its `response` member. */
export async function responseTo(
  verb: Verb,
  review: JsonValue,
  setup: WebhookSetup = {},
): Promise<JsonObject> {
  const { httpResponse } = await send(verb, stringify(review), setup);
  return responseIn(httpResponse.body);
}

/** The `response` member of a review's text. */
export function responseIn(text: string): JsonObject {
  const parsed = parse(text);
  const response = parsed.ok && isObject(parsed.value) ? member(parsed.value, "response") : null;
  if (!isObject(response)) throw new Error(`no response in ${text.slice(0, 200)}`);
  return response;
}
