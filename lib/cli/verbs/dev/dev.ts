import { everybody } from "../../../callers/callers.ts";
import type { Lookup } from "../../../cluster/lookup.ts";
import { bufferedLines } from "../../../hosts/local/buffered-lines.ts";
import type { Kind } from "../../../kind/kind.ts";
import type { Log } from "../../../request/log.ts";
import { replaceableService } from "../../../service/replaceable-service.ts";
import type { Service } from "../../../service/review-service.ts";
import { createService } from "../../../service/service.ts";
import { type Command, type Invocation, textOption, UsageError } from "../../command.ts";
import { isFolder } from "../../files/read-file.ts";
import { embeddedLookup, objectsHelp, objectsOption } from "../../kinds/embedded-lookup.ts";
import { guardContradiction } from "../../kinds/guard-notes.ts";
import {
  allowsCode,
  kindFoldersIn,
  kindsFolders,
  kindsHelp,
  kindsOption,
} from "../../kinds/kinds.ts";
import { coloursFor } from "../../terminal/colours.ts";
import { kindLines } from "../serve/kind-lines.ts";
import { authorityFolder, listen, portOf, stopSignal } from "../serve/serve.ts";
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

/** Serves kinds while they are written. */
export const dev: Command = {
  summary: "serve kinds while you write them, each save at once",
  help: `usage: customhouse dev [options]

Serves reviews as customhouse serve does, and watches the kinds: their YAML files, their code, and what both include from
other folders. After each save it loads the kind anew, writes its generated.ts where that is stale, compiles it, and then
serves it in place of the old one, without a restart and without closing a connection. Then it checks the kind, with few
generated objects, in the background.

A kind that does not compile or can't be loaded is never served. Its problem is printed with file and line, and the last
version that was well stays in place until the problem is solved.

Prints to standard output: the url, the path of the CA certificate that callers have to trust, and one line for each
review. Prints to standard error: the kinds with their versions, what each save led to, and problems. Other machines can't
reach it: it listens on 127.0.0.1.

The page, whose url goes to standard error, shows every sample and every object seen in every version side by side, the
reviews as they pass, and what becomes of each field; after each save the new conversion, or the problem. It has a
listener of its own on 127.0.0.1, which takes no reviews, and the url holds a token of this start. Values of Secret-like names are
masked, and the last 100 reviews are kept in memory only.

With --cluster a cluster of your own calls it for as long as it runs, over a listener of its own with a new key in the path:
definitions in the cluster convert by it, and admission is asked with failurePolicy: Ignore and a timeout of 5 s. At the end, even
after a crash, all is as it was before.

  --port N          the port; 0 chooses a free one (default 8443)
  --page N          the port of the page (default 0: a free one)
  --no-page         no page
  --cluster CONTEXT the context of kubectl whose cluster shall call
  --address HOST    with --cluster: this machine as the cluster reaches it (known for minikube, k3d, Docker Desktop, and for kind
                    there)
  --take-over       with --cluster: also replace a conversion by a webhook that a definition has, until the end
  --i-know          with --cluster: its API server may be elsewhere than on this machine or in a private network
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

/** What is opened is passed to `opened`, to be closed at the end in the reverse order, whatever the end is. */
type Opened = (close: () => unknown) => void;

/** Serves, and follows what is saved, until a signal. */
async function serveUntilStopped(invocation: Invocation, opened: Opened): Promise<void> {
  const { options, out, error, progress } = invocation;
  const roots = kindsFolders(options["kinds"]);
  // Kinds may come later, but a folder that is not there ends the verb, as it ends every other one.
  for (const root of roots) kindFoldersIn(root);
  const wanted = await clusterRequest(invocation);
  const session = await openSession(invocation, roots, opened);
  const { service, first, page, lookups, written } = session;
  const { address: _, ...others } = options; // of the cluster's listener
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
    for (const note of edit.changed.flatMap(guardContradiction)) error(`note: ${note}`);
    if (cluster?.isOutdated(edit.kinds) === true) error(outdatedNote);
    if (options["no-check"] !== true) check.start(edit.changed.map(({ folder }) => folder));
  };
  after(first);
  void stopped.then(watch.close);
  await followEdits(invocation, session, watch, after);
}

/** The kinds as they are served now, and what shows them. */
interface DevSession {
  readonly live: LiveKinds;
  readonly lookups: DevLookups;
  /** The first load of all kinds. */
  readonly first: ReloadResult;
  readonly service: Service;
  readonly page: DevPage | undefined;
  /** Files outside the kinds' folders that these include. */
  readonly files: () => readonly string[];
  /** The files that the last load wrote. */
  readonly written: string[];
  /** Serves the kinds of a load in place of the old ones. Throws IncompleteRegistry where they can't be served together. */
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
    page?.noted(line);
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

/** Serves each save until the watch is closed. */
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

const outdatedNote =
  "note: the kinds, their versions or their webhooks are not those that the cluster was given: start customhouse dev again";

/** Starts the page that shows the kinds; undefined with `--no-page`. */
async function pageOf({ options }: Invocation): Promise<DevPage | undefined> {
  if (options["no-page"] !== true) return startPage(portOf(options["page"], "--page", "0"));
  if (options["page"] === undefined) return undefined;
  throw new UsageError("--page and --no-page contradict each other: give one of them");
}

/** Throws IncompleteRegistry where kinds can't be served together. */
function tryToServe(kinds: readonly Kind[]): void {
  createService({ kinds, lookup: embeddedLookup([], undefined), log: () => undefined });
}

/** Lookups in the kinds' samples, or in the objects that `--objects` names, which are read anew after each save. */
interface DevLookups {
  readonly of: (kinds: readonly Kind[]) => Lookup;
  /** What is to be watched for them. */
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
