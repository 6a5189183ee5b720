import type { IncomingMessage } from "node:http";
import { createInterface } from "node:readline";
import type { DirectClient } from "../../evolve/rehearse/direct-client.ts";
import { parse } from "../../json/parse.ts";
import { isObject, type JsonObject } from "../../json/value.ts";
import { type ApiEndpoint, callOnce, openResponse, replyIn } from "./api-request.ts";

/** A client that sends each request to an API server once, without retries. */
export function directClient(endpoint: ApiEndpoint): DirectClient {
  return {
    call: (request) => callOnce(endpoint, request),
    watch: async (path, signal) => {
      const response = await openResponse(endpoint, { method: "GET", path }, signal);
      return response.statusCode === 200 ? { events: eventsIn(response) } : replyIn(response);
    },
  };
}

/** The events of a watch: a line each. */
async function* eventsIn(response: IncomingMessage): AsyncGenerator<JsonObject> {
  for await (const line of createInterface({ input: response })) {
    const event = parse(line);
    if (event.ok && isObject(event.value)) yield event.value;
  }
}
