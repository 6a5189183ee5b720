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

/** An answer with what the log was told. */
export interface Answered {
  readonly answer: HttpResponse & { readonly body: string };
  readonly log: LogLine;
}

/** What stands for the webhook in a test; left out: the example kinds, and the toppings among their samples. */
export interface Asking {
  readonly kinds?: readonly Kind[];
  readonly lookup?: Lookup;
  readonly deadline?: Deadline;
  readonly nearestValid?: boolean;
}

/** Looks up the example kinds' own samples. */
export const sampleLookup: Lookup = fixedLookup(
  exampleKinds,
  exampleKinds.flatMap(({ samples }) => samples),
);

/** Sends a body to a verb. Every answer must be one that kube-apiserver takes, and tell nothing of our inside. */
export type Ask = (verb: Verb, body: string | Uint8Array) => Promise<Answered>;

/**
 * One webhook to send many bodies to. A conversion is also sent to a webhook of its own, which parses it as every
 * process's first: both must say the same.
 */
export function asker({
  kinds = exampleKinds,
  lookup = sampleLookup,
  deadline,
  nearestValid = false,
}: Asking = {}): Ask {
  const webhook = (): Ask => {
    const lines: LogLine[] = [];
    const log = (line: LogLine): void => void lines.push(line);
    const service = createService({ kinds, lookup, nearestValid, log });
    return async (verb, body) => {
      lines.length = 0;
      const given = await service.answer(verb, body, deadline ?? deadlineOf("30s"));
      const answer = { ...given, body: bodyText(given) };
      const sent = typeof body === "string" ? parse(body) : parseBytes(body);
      expect(responseFaults(verb, sent.ok ? sent.value : undefined, answer)).toEqual([]);
      expect(internalText(answer.body)).toBeUndefined();
      const [line, ...more] = lines;
      if (line === undefined || more.length > 0) throw new Error("not one line was logged");
      return { answer, log: line };
    };
  };
  const ask = webhook();
  let isWarm = false;
  return async (verb, body) => {
    if (verb !== "convert") return ask(verb, body);
    if (!isWarm) await ask(verb, "{}");
    isWarm = true;
    const parsed = await webhook()(verb, body);
    const spliced = await ask(verb, body);
    expect(comparable(spliced)).toEqual(comparable(parsed));
    return spliced;
  };
}

/** What must not depend on how an answer was made: all but its spelling and its time. */
function comparable({ answer, log }: Answered): unknown {
  const { ms: _, cold: __, ...line } = log;
  const body = parse(answer.body);
  return { ...answer, body: body.ok ? body.value : answer.body, line };
}

/** Sends one body to a verb: see {@link Ask}. */
export function ask(verb: Verb, body: string | Uint8Array, asking: Asking = {}): Promise<Answered> {
  return asker(asking)(verb, body);
}

/** Sends a review and gives the response in its answer. */
export async function responseTo(
  verb: Verb,
  review: JsonValue,
  asking: Asking = {},
): Promise<JsonObject> {
  const { answer } = await ask(verb, stringify(review), asking);
  return responseIn(answer.body);
}

/** The response that a reply's text holds. */
export function responseIn(text: string): JsonObject {
  const parsed = parse(text);
  const response = parsed.ok && isObject(parsed.value) ? member(parsed.value, "response") : null;
  if (!isObject(response)) throw new Error(`no response in ${text.slice(0, 200)}`);
  return response;
}
