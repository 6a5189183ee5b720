import { Agent, request } from "node:https";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import type { WebhookResponse } from "../protocol/webhook-client/http-response.ts";

/** An answer with its HTTP status. */
export type Answer = WebhookResponse & { readonly status: number };

/** Sends reviews over kept connections. */
export interface ReviewSender {
  /** Sends a review's text. Errors: those of the connection, as Node has them. */
  send(url: string, review: string): Promise<Answer>;
  close(): void;
}

export interface ReviewSenderOptions {
  /** PEM: trusted in place of the usual roots, as the server does with a caBundle. */
  readonly ca?: string;
  /** How often what is answered with Retry-After is sent again: kube-apiserver does it ten times. */
  readonly retries?: number;
}

/** kube-apiserver's timeout for conversions. */
const timeoutSeconds = 30;

/**
 * A sender that does as kube-apiserver: POST with `?timeout=`, again after an answer of 429 or 5xx that says when.
 * Source: k8s.io/client-go@v0.36.3 rest/with_retry.go.
 */
export function reviewSender({ ca, retries = 10 }: ReviewSenderOptions = {}): ReviewSender {
  const agent = new Agent({ keepAlive: true, ...(ca !== undefined && { ca }) });
  return {
    send: async (url, review) => {
      for (let retry = 0; ; retry++) {
        const { response, retryAfter } = await post(agent, url, review);
        if (retryAfter === undefined || retry === retries) return response;
        await sleep(retryAfter * 1000);
      }
    },
    close: () => agent.destroy(),
  };
}

interface Posted {
  readonly response: Answer;
  /** Seconds, where the answer asks for another try. */
  readonly retryAfter: number | undefined;
}

async function post(agent: Agent, url: string, body: string): Promise<Posted> {
  return new Promise((resolve, reject) => {
    const outgoing = request(`${url}?timeout=${timeoutSeconds}s`, {
      agent,
      method: "POST",
      headers: {
        accept: "application/json, */*",
        "content-type": "application/json",
        "content-length": Buffer.byteLength(body),
        "user-agent": "customhouse",
      },
      signal: AbortSignal.timeout(timeoutSeconds * 1000),
    });
    outgoing.on("error", reject);
    outgoing.on("response", (incoming) => {
      const { statusCode: status = 0, headers } = incoming;
      const contentType = headers["content-type"];
      const again = Number(headers["retry-after"]);
      const isAgain = (status === 429 || status >= 500) && Number.isInteger(again) && again >= 0;
      text(incoming).then(
        (answered) =>
          resolve({
            response: {
              status,
              body: answered,
              ...(contentType !== undefined && { contentType }),
            },
            retryAfter: isAgain ? again : undefined,
          }),
        reject,
      );
    });
    outgoing.end(body);
  });
}
