import { homedir } from "node:os";
import { join } from "node:path";
import { type Callers, everybody } from "../../../callers/callers.ts";
import { fileSource } from "../../../callers/secret/file-source.ts";
import { namedSource } from "../../../callers/secret/named-source.ts";
import type { SecretSource } from "../../../callers/secret/secret-source.ts";
import { secretCallers } from "../../../callers/secret-callers.ts";
import { connections } from "../../../cluster/connections.ts";
import { bufferedLines } from "../../../hosts/local/buffered-lines.ts";
import { openCertificateAuthority } from "../../../hosts/local/certificate-authority.ts";
import { type Gateway, startGateway } from "../../../hosts/local/gateway.ts";
import { recordingsFolder } from "../../../hosts/local/recordings-folder.ts";
import type { ListenerOptions } from "../../../hosts/local/request-listener.ts";
import { stopSignal } from "../../../hosts/stop-signals.ts";
import { errorText, type Log, logEntry } from "../../../request/log.ts";
import { recordingService } from "../../../service/recording/recording-service.ts";
import type { Service } from "../../../service/review-service.ts";
import { createService, type ServiceOptions } from "../../../service/service.ts";
import { type Command, type Invocation, textOption, UsageError } from "../../command.ts";
import { makeFolder, readText } from "../../files/read-file.ts";
import {
  type UndecidedPolicy,
  undecidedOption,
  undecidedPolicyOf,
} from "../../kinds/compile/refuse-undecided.ts";
import { embeddedLookup, objectsHelp, objectsOption } from "../../kinds/embedded-lookup.ts";
import { codeContradictions } from "../../kinds/guard-notes.ts";
import { type KindInFolder, kindsHelp, kindsOption } from "../../kinds/kinds.ts";
import { requestedKinds } from "../../kinds/requested-kinds.ts";
import { kindLines } from "./kind-lines.ts";

/** The options of `serve`, most of which `tour` has too. */
export const serveOptions = {
  ...kindsOption,
  port: { type: "string" },
  ca: { type: "string" },
  name: { type: "string", multiple: true },
  ...objectsOption,
  record: { type: "string" },
  "nearest-valid": { type: "boolean" },
  secrets: { type: "string" },
  address: { type: "string" },
} as const;

/** A running gateway, with the url and the CA certificate that its callers need. */
interface RunningServer {
  readonly gateway: Gateway;
  readonly url: string;
  readonly caFile: string;
}

/** A running gateway, with the kinds that it serves. */
export interface RunningGateway extends RunningServer {
  readonly kinds: readonly KindInFolder[];
  /** Waits until all recordings are written. */
  readonly recorded: () => Promise<void>;
}

/** Loads the kinds and starts the local HTTPS gateway, by the options. */
export async function startServing(invocation: Invocation, log: Log): Promise<RunningGateway> {
  const found = await requestedKinds(invocation, undecidedOn(invocation));
  for (const note of found.flatMap(codeContradictions)) invocation.error(`note: ${note}`);
  const kinds = found.map(({ kind }) => kind);
  const lookup = embeddedLookup(kinds, textOption(invocation, "objects"));
  const nearestValid = invocation.options["nearest-valid"] === true;
  const { service, recorded } = withRecording(invocation, { kinds, lookup, log, nearestValid });
  const listening = await listen(invocation, { service, callers: callersOf(invocation, log) });
  return { ...listening, kinds: found, recorded };
}

/**
 * Serves over HTTPS at the port and address of the options, with a certificate from the CA in the user's data folder or `--ca`.
 */
export async function listen(
  invocation: Invocation,
  served: ListenerOptions,
): Promise<RunningServer> {
  const authority = await openCertificateAuthority(authorityFolder(invocation));
  const more = invocation.options["name"];
  const names = ["localhost", "127.0.0.1", "::1", ...(Array.isArray(more) ? more : [])];
  const { cert, key } = await authority.issue(names);
  const port = portOf(invocation.options["port"], "--port", "8443");
  const gateway = await startGateway({
    ...served,
    cert,
    key,
    port,
    address: addressOf(invocation),
  });
  return { gateway, url: `https://127.0.0.1:${gateway.port}`, caFile: authority.caFile };
}

/** The service, with recording if `--record` is given. */
function withRecording(
  invocation: Invocation,
  options: ServiceOptions,
): { readonly service: Service; readonly recorded: () => Promise<void> } {
  const service = createService(options);
  const folder = textOption(invocation, "record");
  if (folder === undefined) return { service, recorded: () => Promise.resolve() };
  makeFolder(folder); // so that a wrong name fails at the start, not at each recording
  const unlogged = () => createService({ ...options, log: () => undefined });
  const { record, settled } = recordingsFolder(folder, { ...options, unlogged }, (message) =>
    invocation.error(message),
  );
  return { service: recordingService(service, record), recorded: settled };
}

/** Who may call: the clusters in the secret that `--secrets` or the environment names; without a secret, everybody. */
function callersOf(invocation: Invocation, log: Log): Callers {
  const source = givenSecretSource(invocation);
  if (source === undefined) return everybody;
  const failed = (fault: unknown): void =>
    invocation.error(`customhouse serve: the secret could not be read: ${errorText(fault)}`);
  return secretCallers({ source, lookup: connections(), log, failed });
}

function givenSecretSource(invocation: Invocation): SecretSource | undefined {
  const file = textOption(invocation, "secrets");
  if (file !== undefined) readText(file); // so that a wrong name fails at the start, not at each review
  return file === undefined ? namedSource(process.env) : fileSource(file);
}

/** How drafts are treated. Throws {@link UsageError} for `--allow-undecided` if other machines could reach the server. */
function undecidedOn(invocation: Invocation): UndecidedPolicy {
  const address = textOption(invocation, "address") ?? defaultAddress;
  const undecided = undecidedPolicyOf(invocation.options);
  if (undecided === "refused" || isLoopback(address)) return undecided;
  throw new UsageError(
    `--allow-undecided needs a loopback address, and --address ${address} is not one: a draft that does not compile can lose data`,
  );
}

const defaultAddress = "127.0.0.1";

function isLoopback(address: string): boolean {
  return /^(?:127\.\d+\.\d+\.\d+|::1|localhost)$/.test(address);
}

function addressOf(invocation: Invocation): string {
  const address = textOption(invocation, "address") ?? defaultAddress;
  if (givenSecretSource(invocation) !== undefined || isLoopback(address)) return address;
  throw new UsageError(
    `--address ${address} is not a loopback address: callers from other machines need keys; name them with --secrets FILE`,
  );
}

/** The folder of the CA: `--ca`, else `customhouse` in the user's data folder. */
export function authorityFolder(invocation: Invocation): string {
  const { XDG_DATA_HOME: data = join(homedir(), ".local", "share") } = process.env;
  return textOption(invocation, "ca") ?? join(data, "customhouse");
}

/**
 * Parses the port in an option's value; `otherwise` is the default. Throws {@link UsageError} if it is not a number from 0 to
 * 65535.
 */
export function portOf(
  value: Invocation["options"][string],
  option: string,
  otherwise: string,
): number {
  const text = typeof value === "string" ? value : otherwise;
  const port = Number(text);
  if (/^\d+$/.test(text) && port < 65_536) return port;
  throw new UsageError(`${option} takes a number from 0 to 65535, not ${JSON.stringify(text)}`);
}

/** The command `serve`: runs the local HTTPS gateway until SIGINT or SIGTERM. */
export const serve: Command = {
  help: `usage: customhouse serve [options]

Serves /convert, /mutate and /validate (and /crdconvert, /convert|admit|validate/<v1|v1beta1>/<kind>) over
HTTPS on 127.0.0.1, with the limits of the gateway in the cloud. Prints its url, then the path of the CA
certificate that callers must trust (created on first use), then one JSON line for each review. A program that starts
serve must read these lines, because a full pipe blocks responses. Kinds with their versions, and notes, go to standard
error.

  --port N          the port; 0 chooses a free one (default 8443)
  --name HOST       a further name or address for the certificate; may be given again
  --ca DIR          the folder of the CA (default: customhouse in the user's data folder)
  --secrets FILE    the clusters that may call, with their keys: /<cluster>/<key>/convert (written by customhouse
                    keys; default: CUSTOMHOUSE_SECRETS_FILE, or the secret CUSTOMHOUSE_SECRET_ID of AWS).
                    Without it everybody may call, and lookups find the kinds' samples
  --address ADDR    the address to listen on; one that is not loopback needs --secrets (default 127.0.0.1)
${objectsHelp}
  --record DIR      write each review to a file in DIR, for customhouse replay. A recording is redacted: it has the verb
                    and the versions of the review, the names of its objects, and the fields that the CRD declares;
                    never data, stringData, annotations, managedFields, userInfo or the labels of an object. Its response
                    is the response to the redacted review
  --nearest-valid   for an object that can't be converted, return its nearest valid shape with the original preserved in
                    annotations, instead of failing the review
  --allow-undecided serve also a draft that does not compile, on a loopback address only: each admission of such a kind
                    gets a warning, and the log line of a conversion has the field undecided
${kindsHelp}

example: customhouse serve --port 0
example: customhouse serve --record recordings
exit code: 0 after SIGINT or SIGTERM, 2 wrong usage, or a conversion that does not compile`,
  options: { ...serveOptions, ...undecidedOption },
  run: async (invocation) => {
    const lines = bufferedLines(invocation.out);
    const { gateway, url, caFile, kinds, recorded } = await startServing(invocation, (line) =>
      lines.add(JSON.stringify(logEntry(line))),
    );
    // The signal handlers are set before the url is printed: whoever reads the url may send a signal at once.
    const stopped = stopSignal();
    invocation.out(url);
    invocation.out(caFile);
    for (const line of kindLines(kinds)) invocation.progress.error(line);
    await stopped;
    await gateway.close();
    lines.end();
    await recorded();
    return 0;
  },
};
