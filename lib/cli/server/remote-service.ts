import { isSegment } from "../../request/path-credentials.ts";
import type { Verb } from "../../request/routes.ts";
import { type Invocation, textOption, UsageError } from "../command.ts";
import { certificatesIn } from "../files/certificates.ts";
import { readText } from "../files/read-file.ts";
import { type ReceivedResponse, reviewSender } from "../review-sender.ts";
import { type ConnectTo, connectOption, requestedConnection } from "./connection.ts";

/** Where a deployed service is. */
interface RemoteOptions {
  /** The url before the verb: `https://hooks.example.com`, with cluster and key where they are needed. */
  readonly base: URL;
  /** PEM of the only CA to trust; undefined for those that Node trusts. */
  readonly ca: string | undefined;
  /** Where to connect, whatever the url says; the certificate must still be the url's host's. */
  readonly connectTo: ConnectTo | undefined;
}

/** A deployed service. */
export interface RemoteService {
  /** Throws a UsageError where the service can't be reached. It names the host, never the path, which holds a key. */
  readonly send: (verb: Verb, body: string) => Promise<ReceivedResponse>;
  readonly close: () => void;
}

/** Sends reviews to a deployed service, one after another, as kube-apiserver does. */
export function remoteService({ base, ca, connectTo }: RemoteOptions): RemoteService {
  const sender = reviewSender({ connectTo, ...(ca !== undefined && { ca }) });
  const prefix = `${base.origin}${base.pathname.replace(/\/$/, "")}`;
  return {
    send: async (verb, body) => {
      const sendOnce = (): Promise<ReceivedResponse> => sender.send(`${prefix}/${verb}`, body);
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

/** The options of every verb that can ask a deployed service. */
export const remoteOptions = {
  url: { type: "string" },
  cluster: { type: "string" },
  "key-file": { type: "string" },
  ca: { type: "string" },
  ...connectOption,
} as const;

/** The lines of `--help` on {@link remoteOptions}. */
export const remoteHelp = `  --url URL         a deployed service, as the url before /convert: https://hooks.example.com
  --cluster C       the cluster's name in the url; needs --key-file
  --key-file FILE   a file with the cluster's key alone; the key is never printed
  --ca FILE         the certificate of a private CA to trust
  --connect HOST:PORT
                    where to connect, whatever the url says: for a Service that kubectl port-forward makes reachable`;

/**
 * The deployed service that `--url` names; undefined where it was not given. Throws {@link UsageError} where the other
 * options stand without it, or don't fit.
 */
export function remoteServiceIn(invocation: Invocation): RemoteService | undefined {
  const url = textOption(invocation, "url");
  if (url !== undefined) {
    const ca = certificatesIn(textOption(invocation, "ca"));
    return remoteService({
      base: baseOf(invocation, url),
      ca,
      connectTo: requestedConnection(invocation),
    });
  }
  for (const name of ["cluster", "key-file", "ca", "connect"]) {
    if (textOption(invocation, name) !== undefined) {
      throw new UsageError(`--${name} needs --url, which names the service to ask`);
    }
  }
  return undefined;
}

/** The url with cluster and key. No message shows it, because it may hold a key. */
function baseOf(invocation: Invocation, url: string): URL {
  if (!URL.canParse(url) || new URL(url).protocol !== "https:") {
    throw new UsageError("--url takes an https url such as https://hooks.example.com");
  }
  const cluster = textOption(invocation, "cluster");
  const keyFile = textOption(invocation, "key-file");
  if (cluster === undefined && keyFile === undefined) return new URL(url);
  if (cluster === undefined || keyFile === undefined) {
    throw new UsageError("give --cluster and --key-file together: both are segments of the url");
  }
  const key = readText(keyFile).trim();
  if (!isSegment(cluster)) throw new UsageError(`--cluster takes ${segmentText}`);
  if (!isSegment(key))
    throw new UsageError(`${keyFile} does not hold a key: a key is ${segmentText}`);
  return new URL(`${url.replace(/\/$/, "")}/${cluster}/${key}`);
}

const segmentText = "letters, digits, -, _ and ~";
