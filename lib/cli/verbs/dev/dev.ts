import { everybody } from "../../../callers/callers.ts";
import type { Lookup } from "../../../cluster/lookup.ts";
import { bufferedLines } from "../../../hosts/local/buffered-lines.ts";
import { stopSignal } from "../../../hosts/stop-signals.ts";
import type { Kind } from "../../../kind/kind.ts";
import type { Log } from "../../../request/log.ts";
import { replaceableService } from "../../../service/replaceable-service.ts";
import type { Service } from "../../../service/review-service.ts";
import { createService } from "../../../service/service.ts";
import { type Command, type Invocation, textOption, UsageError } from "../../command.ts";
import { isFolder } from "../../files/read-file.ts";
import { embeddedLookup, objectsHelp, objectsOption } from "../../kinds/embedded-lookup.ts";
import { codeContradictions } from "../../kinds/guard-notes.ts";
import {
  allowsCode,
  kindFoldersIn,
  kindsFolders,
  kindsHelp,
  kindsOption,
} from "../../kinds/kinds.ts";
import { coloursFor } from "../../terminal/colours.ts";
import { kindLines } from "../serve/kind-lines.ts";
import { authorityFolder, listen, portOf } from "../serve/serve.ts";
import { backgroundCheck } from "./background-check.ts";
import { startClusterListener } from "./cluster/cluster-listener.ts";
import { clusterRequest } from "./cluster/cluster-request.ts";
import { clockTime, editLines, problemLines } from "./edit-lines.ts";
import { freshModules } from "./fresh-modules.ts";
import { kindLoader } from "./kind-loader.ts";
import { LiveKinds, problemText, type ReloadResult } from "./live-kinds.ts";
import { type DevPage, startPage } from "./page/page.ts";
import { reviewLine } from "./review-line.ts";
import { type WatchedFiles, watchedFiles } from "./watched-files.ts";

/** The command `dev`: serves kinds, and loads a kind again after each save. */
export const dev: Command = {
  help: `usage: customhouse dev [options]

Serves reviews as customhouse serve does, and watches the kinds: their YAML files, their code, and the files of other folders
that they include. After each save, loads and compiles the kind again, writes its generated.ts if that is stale, and serves
the kind in place of its former state, without a restart and without closing a connection. Then checks the kind with a few
generated objects in the background.

A save that does not compile or can't be loaded is never served. The problem is printed with file and line, and the kind's
last state without a problem is served until the problem is solved.

Prints to standard output: the url, the path of the CA certificate that callers must trust, and one line for each
review. Prints to standard error: the url of the page, the kinds with their versions, what each save changed, and problems.
Listens on 127.0.0.1, which other machines can't reach; with --cluster also on an address that the cluster can reach.

The page is a web page that shows, in every version side by side, the samples and the objects of the last 100 reviews (at
most 5 objects of each review), and what a conversion does with each field. After each save it shows the new conversion, or
the problem. Its listener on 127.0.0.1 accepts no reviews, and its url contains a token that is new at each start. Values
of fields whose names suggest a secret, such as token, are masked. Reviews are kept in memory only.

With --cluster, the API server of a cluster sends its reviews to a second listener, whose path has a new key. dev sets a
conversion webhook in the cluster's definitions, and registers admission webhooks with failurePolicy: Ignore and a timeout of
5 s. If the cluster runs in a container or virtual machine, the listener is open on all addresses of this machine; to a
request without the key it responds with 404. Kinds that are added or removed while dev runs are registered or unregistered.
When dev ends, even by a crash, a separate process removes the webhooks and restores the definitions' former conversions;
it tries for a minute if the cluster does not respond. A conversion that somebody else has changed since stays as it is.

  --port N          the port; 0 chooses a free one (default 8443)
  --page N          the port of the page (default 0: a free one)
  --no-page         don't serve the page
  --cluster CONTEXT also serve the cluster of this context of kubectl
  --address HOST    with --cluster: the name or address under which the cluster reaches this machine (default for minikube,
                    k3d and Docker Desktop, and for kind on macOS and Windows)
  --take-over       with --cluster: also replace the conversion of a definition that another webhook converts, until dev ends
  --i-know          with --cluster: allow a cluster whose API server is neither on this machine nor in a private network, or
                    is behind a proxy
  --kubectl FILE, --kubeconfig FILE
                    with --cluster: the kubectl to use, and its configuration
  --name HOST       a further name or address for the certificate; may be given again
  --ca DIR          the folder of the CA (default: customhouse in the user's data folder)
  --no-check        do not check kinds after a save: only compile them
${objectsHelp}
${kindsHelp}

example: customhouse dev
example: customhouse dev --port 0 --no-check
exit code: 0 after SIGINT or SIGTERM, 2 wrong usage`,
  options: {
    ...kindsOption,
    ...objectsOption,
    port: { type: "string" },
    ca: { type: "string" },
    name: { type: "string", multiple: true },
    "no-check": { type: "boolean" },
    page: { type: "string" },
    "no-page": { type: "boolean" },
    cluster: { type: "string" },
    address: { type: "string" },
    "take-over": { type: "boolean" },
    "i-know": { type: "boolean" },
    kubectl: { type: "string" },
    kubeconfig: { type: "string" },
  },
  run: serveEdits,
};

async function serveEdits(invocation: Invocation): Promise<number> {
  const closers: (() => unknown)[] = [];
  try {
    await serveUntilStopped(invocation, (close) => void closers.unshift(close));
    return 0;
  } finally {
    for (const close of closers) await close();
  }
}

/** Registers a function that closes a resource. When `dev` ends, also by an error, all such functions run in reverse order. */
type Opened = (close: () => unknown) => void;

/** Serves the kinds, and reloads them after each save, until SIGINT or SIGTERM. */
async function serveUntilStopped(invocation: Invocation, opened: Opened): Promise<void> {
  const { options, out, error, progress } = invocation;
  const roots = kindsFolders(options["kinds"]);
  // A folder of kinds may be empty at first, but it must exist, as for every other command.
  for (const root of roots) kindFoldersIn(root);
  const wanted = await clusterRequest(invocation);
  const session = await openSession(invocation, roots, opened);
  const { service, first, page, lookups, written } = session;
  const { address: _, ...others } = options; // --address belongs to the listener for the cluster
  const local = await listen({ ...invocation, options: others }, { service, callers: everybody });
  opened(local.gateway.close);
  const stopped = stopSignal(); // before the url is printed: whoever reads it may send a signal at once
  const check = backgroundCheck(allowsCode(options), error);
  opened(check.stop);
  const watch = watchedFiles({
    folders: () => [...roots, ...lookups.folders],
    files: () => [...lookups.files, ...session.files()],
  });
  opened(watch.close);
  out(local.url);
  out(local.caFile);
  if (page !== undefined) error(`the page: ${page.url}`);
  for (const line of kindLines(first.kinds)) progress.error(line);
  printEdit(first, { written }, invocation);
  const folder = authorityFolder(invocation);
  const cluster =
    wanted && (await startClusterListener(wanted, { service, kinds: first.kinds, folder, error }));
  if (cluster !== undefined) opened(cluster.close);
  for (const line of cluster?.lines ?? []) error(line);
  const after = (edit: ReloadResult): void => {
    for (const note of edit.changed.flatMap(codeContradictions)) error(`note: ${note}`);
    void cluster?.update(edit.kinds);
    if (options["no-check"] !== true) check.start(edit.changed.map(({ folder }) => folder));
  };
  after(first);
  void stopped.then(watch.close);
  await followEdits(invocation, session, watch, after);
}

/** The kinds of a run of `dev`, with the service and the page that use them. */
interface DevSession {
  readonly live: LiveKinds;
  readonly lookups: DevLookups;
  readonly first: ReloadResult;
  readonly service: Service;
  readonly page: DevPage | undefined;
  /** The files that the last load of each kind read or looked for. */
  readonly files: () => readonly string[];
  /** The files that the last load wrote: the `generated.ts` of kinds. */
  readonly written: string[];
  /** Serves the kinds of a load in place of those before. Throws IncompleteRegistry if they can't be served together. */
  readonly serve: (edit: ReloadResult) => void;
}

async function openSession(
  invocation: Invocation,
  roots: readonly string[],
  opened: Opened,
): Promise<DevSession> {
  const { options, out } = invocation;
  const lookups = lookupsOf(invocation);
  const colours = coloursFor(process.stdout);
  const reviews = bufferedLines(out);
  opened(reviews.end);
  const log: Log = (line) => {
    reviews.add(reviewLine(line, clockTime(), colours));
    page?.onLogLine(line);
  };
  const written: string[] = [];
  const loader = kindLoader({
    modules: freshModules([".", ...roots]),
    mayRunCode: allowsCode(options),
    wrote: (file) => void written.push(file),
  });
  const live = new LiveKinds({ roots, loader, tryToServe });
  const serviceOf = (edit: ReloadResult): Service => {
    const kinds = edit.kinds.map(({ kind }) => kind);
    return createService({ kinds, lookup: lookups.of(kinds), log });
  };
  const first = await live.reload("all");
  const { service: current, replace } = replaceableService(serviceOf(first));
  const page = await pageOf(invocation);
  if (page !== undefined) opened(page.close);
  page?.show(first);
  const serve = (edit: ReloadResult): void => {
    replace(serviceOf(edit));
    page?.show(edit);
  };
  const service = page?.observed(current) ?? current;
  return { live, lookups, first, service, page, files: loader.files, written, serve };
}

/** Loads and serves the kinds again after each save, until the watch is closed. */
async function followEdits(
  invocation: Invocation,
  { live, written, serve }: DevSession,
  watch: WatchedFiles,
  after: (edit: ReloadResult) => void,
): Promise<void> {
  for (let change = await watch.next(); change !== undefined; change = await watch.next()) {
    written.length = 0;
    const edit = await live.reload(change.files);
    watch.accept(written);
    try {
      serve(edit);
    } catch (fault) {
      invocation.error(`${clockTime()} ${problemText(fault)}`);
    }
    printEdit(edit, { written, ms: performance.now() - change.at }, invocation);
    after(edit);
  }
}

function printEdit(
  edit: ReloadResult,
  facts: Parameters<typeof editLines>[1],
  { error, progress }: Invocation,
): void {
  for (const line of editLines(edit, facts)) progress.error(line);
  for (const line of problemLines(edit, facts)) error(line);
}

/** Starts the page that shows the kinds; undefined with `--no-page`. */
async function pageOf({ options }: Invocation): Promise<DevPage | undefined> {
  if (options["no-page"] !== true) return startPage(portOf(options["page"], "--page", "0"));
  if (options["page"] === undefined) return undefined;
  throw new UsageError("--page and --no-page contradict each other: give one of them");
}

/** Throws IncompleteRegistry if the kinds can't be served together. */
function tryToServe(kinds: readonly Kind[]): void {
  createService({ kinds, lookup: embeddedLookup([], undefined), log: () => undefined });
}

/** Lookups in the kinds' samples, or in the objects of `--objects`. These are read again after each save. */
interface DevLookups {
  readonly of: (kinds: readonly Kind[]) => Lookup;
  /** The folders and files to watch for changes of these objects. */
  readonly folders: readonly string[];
  readonly files: readonly string[];
}

function lookupsOf(invocation: Invocation): DevLookups {
  const objects = textOption(invocation, "objects");
  const isFolderOfObjects = objects !== undefined && isFolder(objects);
  return {
    of: (kinds) => embeddedLookup(kinds, objects),
    folders: isFolderOfObjects ? [objects] : [],
    files: objects === undefined || isFolderOfObjects ? [] : [objects],
  };
}
