import type { SendToWebhook } from "../../api-server/served-kind.ts";
import type { Lookup } from "../../cluster/lookup.ts";
import { stringify } from "../../json/write.ts";
import type { Kind } from "../../kind/kind.ts";
import { deadlineOf } from "../../request/deadline.ts";
import { bodyText } from "../../request/http-response.ts";
import { createService } from "../../service/service.ts";
import type { RemoteService } from "./remote-service.ts";

/** The webhook that a simulated API server calls. */
export interface WebhookClient {
  readonly sendReview: SendToWebhook;
  /** Returns the errors that handlers threw since the last call, which responses do not show. Empty for a deployed service. */
  readonly takeThrown: () => readonly unknown[];
}

/** This build's webhook, called in process, with the given lookup. */
export function embeddedWebhook(kinds: readonly Kind[], lookup: Lookup): WebhookClient {
  let thrown: unknown[] = [];
  const service = createService({
    kinds,
    lookup,
    log: (line) => {
      if (line.thrown !== undefined) thrown.push(line.thrown);
    },
  });
  return {
    sendReview: async (verb, review) => {
      const response = await service.answer(verb, stringify(review), deadlineOf(null));
      const contentType = response.headers["Content-Type"];
      return {
        status: response.status,
        body: bodyText(response),
        ...(contentType !== undefined && { contentType }),
      };
    },
    takeThrown: () => {
      const taken = thrown;
      thrown = [];
      return taken;
    },
  };
}

/** A deployed webhook. Errors that its handlers throw are only in its own log. */
export function deployedWebhook(service: RemoteService): WebhookClient {
  return {
    sendReview: (verb, review) => service.send(verb, stringify(review)),
    takeThrown: () => [],
  };
}
