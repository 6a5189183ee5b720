import type { Kind } from "../../../kind/kind.ts";
import { withOldStash } from "../../../kind/old-stash.ts";
import { kindsPort } from "../../../verify/webhook/kinds-port.ts";
import type { ReviewPort } from "../../../verify/webhook/review-port.ts";
import { type Invocation, textOption, UsageError } from "../../command.ts";
import { oldStashFaults } from "../../conversion-yaml/kind-settings.ts";
import { isFolder } from "../../files/read-file.ts";
import { allowsCode, loadKinds } from "../../kinds/kinds.ts";
import type { ConnectTo } from "../../server/connection.ts";
import { openBlockingPort } from "../../wire/blocking-port.ts";
import { webhookAddress } from "../../wire/webhook-address.ts";
import type { SendLimits } from "../check/webhook/target-port.ts";

/** One of the two webhooks that are compared. */
export interface ComparedWebhook {
  /** As printed: the folder, or scheme and host of a URL, never its path, which may contain a key. */
  readonly shown: string;
  /** The kinds of a folder; undefined for a url. */
  readonly kinds: readonly Kind[] | undefined;
  /** Opens the webhook. Throws {@link UsageError} if it can't be reached. */
  readonly open: (limits: SendLimits) => ConnectedWebhook;
}

/** A webhook that reviews are sent to. */
export interface ConnectedWebhook {
  readonly port: ReviewPort;
  /** The number of reviews sent so far. */
  readonly sent: () => number;
  readonly close: () => Promise<unknown>;
}

/** How a webhook with a URL is reached. */
interface ConnectionSettings {
  /** PEM of the only CAs to trust; undefined for those that Node trusts. */
  readonly ca: string | undefined;
  /** The address to connect to; undefined for the URL's host. */
  readonly connectTo: ConnectTo | undefined;
}

/** Reads `--old` or `--new`: the url of a webhook, or a folder of kinds, which are converted in this process. */
export async function comparedSide(
  invocation: Invocation,
  name: "old" | "new",
  { ca, connectTo }: ConnectionSettings,
): Promise<ComparedWebhook> {
  const text = textOption(invocation, name);
  if (text === undefined) {
    throw new UsageError(
      `name both webhooks, each by its url or by a folder of kinds: customhouse parity --old URL --new kinds`,
    );
  }
  if (isFolder(text)) {
    const loaded = await loadKinds([text], "refused", allowsCode(invocation.options));
    const kinds = name === "new" ? loaded.map(oldStashReader(invocation)) : loaded;
    return { shown: text, kinds, open: () => openKinds(kinds) };
  }
  if (name === "new" && textOption(invocation, "old-stash") !== undefined) {
    throw new UsageError("--old-stash needs kinds: give --new a folder of kinds, not a url");
  }
  if (!/^https?:/i.test(text)) {
    throw new UsageError(`--${name}: ${text} is not a folder of kinds, nor the url of a webhook`);
  }
  const { url, shown, isPrivate } = webhookAddress(text, `--${name}`);
  return {
    shown,
    kinds: undefined,
    open: ({ timeoutSeconds, maxReviews, maxSeconds }) => {
      const port = openBlockingPort(
        {
          ...{ url, timeoutSeconds },
          ...(ca !== undefined && { ca }),
          ...(connectTo !== undefined && { connectTo }),
        },
        { maxReviews, maxSeconds, isCareful: !isPrivate || connectTo !== undefined },
      );
      return { port, sent: port.sent, close: port.close };
    },
  };
}

/**
 * Makes kinds read the annotation that `--old-stash` names. Throws {@link UsageError} if the option's value is not a valid
 * annotation key.
 */
function oldStashReader(invocation: Invocation): (kind: Kind) => Kind {
  const annotation = textOption(invocation, "old-stash");
  if (annotation === undefined) return (kind) => kind;
  const [fault] = oldStashFaults(annotation, undefined);
  if (fault !== undefined) throw new UsageError(`--old-stash: ${annotation} ${fault}`);
  return (kind) => withOldStash(kind, annotation);
}

function openKinds(kinds: readonly Kind[]): ConnectedWebhook {
  const port = kindsPort(kinds);
  let sent = 0;
  return {
    port: {
      ...port,
      send: (review) => {
        sent++;
        return port.send(review);
      },
    },
    sent: () => sent,
    close: async () => undefined,
  };
}
