import { createServer } from "node:https";
import { text } from "node:stream/consumers";
import { listenLocally } from "../../support/local-port.ts";
import { convertCronTabs } from "../../support/webhooks/as-written/crontab.ts";
import type { ControlPlane } from "./control-plane.ts";
import type { Target } from "./relay.ts";

/** A webhook that is not ours. */
export interface HandWrittenWebhook extends Target {
  stop(): void;
}

/**
 * Serves a conversion of the crontab kind that somebody wrote by hand, under a certificate of the control plane. Each response
 * comes once `pause` has resolved.
 */
export function startHandWrittenWebhook(
  plane: Pick<ControlPlane, "certificate" | "ca">,
  pause: () => Promise<unknown> = async () => undefined,
): Promise<HandWrittenWebhook> {
  return serveReviews(plane, async (review) => {
    const { status, body } = convertCronTabs(withMetadata(review));
    await pause();
    return { status, body };
  });
}

/** Serves a webhook under a certificate of the control plane. */
export async function serveReviews(
  { certificate, ca }: Pick<ControlPlane, "certificate" | "ca">,
  respond: (review: string) => Promise<{ readonly status: number; readonly body: string }>,
): Promise<HandWrittenWebhook> {
  const server = createServer({ ...certificate }, async (request, response) => {
    const { status, body } = await respond(await text(request));
    response.writeHead(status, { "Content-Type": "application/json" }).end(body);
  });
  const port = await listenLocally(server);
  const stop = (): void => {
    server.close();
    server.closeAllConnections();
  };
  return { port, ca, stop };
}

/**
 * A review whose objects all have metadata. The API server sends fragments of managedFields without, and refuses the whole
 * apply if they come back so; what is written in Go gives metadata to every object by itself.
 */
function withMetadata(text: string): string {
  const review: { readonly request: { readonly objects: readonly object[] } } = JSON.parse(text);
  const objects = review.request.objects.map((object) => ({ metadata: {}, ...object }));
  return JSON.stringify({ ...review, request: { ...review.request, objects } });
}
