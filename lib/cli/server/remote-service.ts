import { isSegment } from "../../request/path-credentials.ts";
import type { Verb } from "../../request/routes.ts";
import { type Invocation, textOption, UsageError } from "../command.ts";
import { certificatesIn } from "../files/certificates.ts";
import { readText } from "../files/read-file.ts";
import { type ReceivedResponse, reviewSender } from "../review-sender.ts";
import { type ConnectTo, connectOption, requestedConnection } from "./connection.ts";
import { withConnectionRemedy } from "./connection-remedy.ts";

/** The url of a deployed service, and how to connect to it. */
interface RemoteOptions {
  /** The url before the verb: `https://hooks.example.com`, with cluster and key if the service needs them. */
  readonly base: URL;
  /** PEM of the only CA to trust; undefined to trust the CAs that Node trusts. */
  readonly ca: string | undefined;
  /** The address to connect to instead of the url's host. The certificate must still be for the url's host. */
  readonly connectTo: ConnectTo | undefined;
}

/** A deployed service, to which reviews can be sent. */
export interface RemoteService {
  /** Throws UsageError if there is no response. The message has the host, but not the path, which may contain a key. */
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
        // The server may have closed an idle connection, so the review is sent once more.
        return await sendOnce().catch(sendOnce);
      } catch (fault) {
        throw unreachableService(base, ca, fault);
      }
    },
    close: () => sender.close(),
  };
}

function unreachableService({ host }: URL, ca: string | undefined, fault: unknown): UsageError {
  const reason = fault instanceof Error ? fault.message : "the request failed";
  return new UsageError(`${host} sent no response: ${withConnectionRemedy(reason, ca, "--ca")}`);
}

/** The options of every verb that can send reviews to a deployed service. */
export const remoteOptions = {
  url: { type: "string" },
  cluster: { type: "string" },
  "key-file": { type: "string" },
  ca: { type: "string" },
  ...connectOption,
} as const;

/** The help of {@link remoteOptions}. */
export const remoteHelp = `  --url URL         a deployed service: the url before /convert, such as https://hooks.example.com
  --cluster C       the cluster's name in the url; needs --key-file
  --key-file FILE   a file with only the cluster's key; the key is never printed
  --ca FILE         the certificate of a private CA to trust
  --connect HOST:PORT
                    connect to this address instead of the url's host: for a Service behind kubectl port-forward`;

/**
 * The deployed service of `--url`; undefined if it was not given. Throws {@link UsageError} if other options are given without
 * `--url`, and for wrong values.
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
      throw new UsageError(`--${name} needs --url URL, the url of a deployed service`);
    }
  }
  return undefined;
}

/** The url with cluster and key. No message may contain it, because it may contain a key. */
function baseOf(invocation: Invocation, url: string): URL {
  if (!URL.canParse(url) || new URL(url).protocol !== "https:") {
    throw new UsageError("--url takes an https url such as https://hooks.example.com");
  }
  const cluster = textOption(invocation, "cluster");
  const keyFile = textOption(invocation, "key-file");
  if (cluster === undefined && keyFile === undefined) return new URL(url);
  if (cluster === undefined || keyFile === undefined) {
    throw new UsageError("give --cluster and --key-file together: both become segments of the url");
  }
  const key = readText(keyFile).trim();
  if (!isSegment(cluster)) throw new UsageError(`--cluster takes ${segmentText}`);
  if (!isSegment(key))
    throw new UsageError(`${keyFile} is not a file with a key: a key has only ${segmentText}`);
  return new URL(`${url.replace(/\/$/, "")}/${cluster}/${key}`);
}

const segmentText = "letters, digits, -, _ and ~";
