import type { Verb } from "../../../request/routes.ts";
import { UsageError } from "../../command.ts";
import { reviewSender } from "../../review-sender.ts";
import type { ReplayedResponse } from "./response-differences.ts";

/** Where a deployed service is. */
export interface RemoteOptions {
  /** The url before the verb: `https://hooks.example.com`, with cluster and key where they are needed. */
  readonly base: URL;
  /** PEM of the only CA to trust; undefined for those that Node trusts. */
  readonly ca: string | undefined;
}

/** A deployed service. */
export interface RemoteService {
  /** Throws a UsageError where the service can't be reached. It names the host, never the path, which holds a key. */
  readonly send: (verb: Verb, body: string) => Promise<ReplayedResponse>;
  readonly close: () => void;
}

/** Sends reviews to a deployed service, one after another, as kube-apiserver does. */
export function remoteService({ base, ca }: RemoteOptions): RemoteService {
  const sender = reviewSender(ca === undefined ? {} : { ca });
  const prefix = `${base.origin}${base.pathname.replace(/\/$/, "")}`;
  return {
    send: async (verb, body) => {
      const sendOnce = (): Promise<ReplayedResponse> => sender.send(`${prefix}/${verb}`, body);
      try {
        // The server may have closed an idle connection, so the call is tried once more.
        return await sendOnce().catch(sendOnce);
      } catch (fault) {
        throw unreachable(base, fault);
      }
    },
    close: () => sender.close(),
  };
}

function unreachable({ host }: URL, fault: unknown): UsageError {
  const reason = fault instanceof Error ? fault.message : "it failed";
  return new UsageError(
    `${host} gave no response: ${reason}. Is the host right, and is its certificate signed by --ca?`,
  );
}
