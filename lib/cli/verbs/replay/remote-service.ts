import type { Verb } from "../../../request/routes.ts";
import { UsageError } from "../../command.ts";
import { reviewSender } from "../../review-sender.ts";
import type { ReplayedAnswer } from "./answer-differences.ts";

/** Where a deployed service answers. */
export interface RemoteOptions {
  /** Up to the verb: `https://hooks.example.com`, with cluster and key behind it where they are wanted. */
  readonly base: URL;
  /** Trusted beside nothing else; left out, what Node trusts. */
  readonly ca: string | undefined;
}

/** A deployed service, as replays use it. */
export interface RemoteService {
  /** Throws a UsageError where nobody can be reached; it names the host and never the path, which holds a key. */
  readonly send: (verb: Verb, body: string) => Promise<ReplayedAnswer>;
  readonly close: () => void;
}

/** Sends reviews to a deployed service, one after another, as kube-apiserver does. */
export function remoteService({ base, ca }: RemoteOptions): RemoteService {
  const sender = reviewSender(ca === undefined ? {} : { ca });
  const prefix = `${base.origin}${base.pathname.replace(/\/$/, "")}`;
  return {
    send: async (verb, body) => {
      const again = (): Promise<ReplayedAnswer> => sender.send(`${prefix}/${verb}`, body);
      try {
        // A kept connection may have been closed meanwhile: a second one tells.
        return await again().catch(again);
      } catch (fault) {
        throw unreachable(base, fault);
      }
    },
    close: () => sender.close(),
  };
}

function unreachable({ host }: URL, fault: unknown): UsageError {
  const why = fault instanceof Error ? fault.message : "it failed";
  return new UsageError(
    `${host} gave no answer: ${why}. Is the host right, and its certificate one that --ca trusts?`,
  );
}
