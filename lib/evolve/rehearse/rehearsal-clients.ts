import { assertDefined } from "../../json/invariant.ts";
import type { LiveDefinition } from "../live-definition.ts";
import type { ObjectNames } from "../named-versions.ts";
import type { ClientLog, ClientRecord } from "./client-log.ts";
import { type ClientSetting, startVersionClients, type VersionClients } from "./version-clients.ts";

/**
 * After this many successful requests a reader or writer counts as having seen the effect of a step. The number is a choice: the
 * first of them may have been sent before the step, and each prolongs the rehearsal.
 */
const successesAfterStep = 5;

/**
 * After this many milliseconds, a client that has not seen the effect of a step is reported. If conversions are slow, the API
 * server's caches of many objects fill for minutes.
 */
const patienceMs = 300_000;

/**
 * As {@link patienceMs}, for a client with a failure that should not happen. The number is a choice: long enough for a restart
 * of the webhook or a reload of the definition, and short enough not to delay the report.
 */
const failingPatienceMs = 20_000;

/** The milliseconds in which the API server closes watches after a change of the definition: at most 2 s when measured. */
const closingMs = 5000;

/** The milliseconds between two checks of the clients. The number is a choice: two or three rounds of requests of a client. */
const pollMs = 50;

/** A write that succeeded: the object's annotation must have the number `count` or a higher one. */
export interface AnnotationWrite {
  readonly object: ObjectNames;
  readonly annotation: string;
  readonly count: number;
}

/** The clients of all versions, while a plan is carried out. */
export class RehearsalClients {
  readonly #setting: ClientSetting;
  readonly #objects: readonly ObjectNames[];
  readonly #running = new Map<string, VersionClients>();
  readonly #all: { readonly clients: VersionClients; readonly object: ObjectNames }[] = [];
  /** The logs of clients that ended since the last {@link takeRecords}. */
  #ended: readonly ClientLog[] = [];

  /** Each version's writer gets an object of its own, if there are enough. `objects` must not be empty. */
  constructor(setting: ClientSetting, objects: readonly ObjectNames[]) {
    this.#setting = setting;
    this.#objects = objects;
  }

  /** Starts clients for each served version that has none. */
  start({ versions }: Pick<LiveDefinition, "versions">): void {
    for (const { name } of versions.filter(({ served }) => served)) {
      if (this.#running.has(name)) continue;
      const index = this.#all.length % this.#objects.length;
      const object = assertDefined(this.#objects[index], "the index is within the list");
      const clients = startVersionClients(this.#setting, name, object);
      this.#running.set(name, clients);
      this.#all.push({ clients, object });
    }
  }

  /** Stops the clients of a version. Then its writer writes once more, at the version `to`, so that managedFields name `to`. */
  async moveWriter(version: string, to: string): Promise<void> {
    const clients = this.#running.get(version);
    if (clients === undefined) return;
    this.#running.delete(version);
    await clients.stop();
    await clients.moveTo(to);
    for (const log of clients.logs) log.end();
    this.#ended = [...this.#ended, ...clients.logs];
  }

  /** The number of times that each watch was opened. */
  openings(): ReadonlyMap<ClientLog, number> {
    const watches = this.#logs().filter(({ role }) => role === "watch");
    return new Map(watches.map((log) => [log, log.successes]));
  }

  /**
   * Waits until each client has seen the effect of a step: readers and writers by further successful requests, watches by being
   * open. `openings` has the counts before a step that closes watches: each of these watches must be opened again, or still be
   * open after {@link closingMs}. Returns a line for each client that makes no progress.
   */
  async waitForProgress(openings: ReadonlyMap<ClientLog, number>): Promise<readonly string[]> {
    const { now, wait, signal } = this.#setting;
    const start = now();
    const before = new Map(this.#logs().map((log) => [log, log.successes]));
    const isClosing = (log: ClientLog): boolean =>
      log.successes === openings.get(log) && now() - start < closingMs;
    const isBehind = (log: ClientLog): boolean =>
      log.role === "watch"
        ? !log.isOpen || isClosing(log)
        : log.successes < (before.get(log) ?? 0) + successesAfterStep;
    const isTooLate = (log: ClientLog): boolean =>
      now() - start >= (log.isFailing ? failingPatienceMs : patienceMs);
    let behind = this.#logs();
    while (behind.length > 0 && !behind.some(isTooLate) && !signal.aborted) {
      await wait(pollMs, signal);
      behind = behind.filter(isBehind);
    }
    const seconds = Math.round((now() - start) / 1000);
    return behind.map(
      ({ role, version }) => `the ${role} at ${version} made no progress for ${seconds} s`,
    );
  }

  /** The records of all clients since the last call. */
  takeRecords(): readonly ClientRecord[] {
    const records = [...this.#ended, ...this.#logs()].map((log) => log.takeRecord());
    this.#ended = [];
    return records;
  }

  /** Ends all clients. */
  async stop(): Promise<void> {
    await Promise.all([...this.#running.values()].map((clients) => clients.stop()));
  }

  /** The last successful write of each annotation, of all writers. */
  written(): readonly AnnotationWrite[] {
    return this.#all.flatMap(({ clients, object }) =>
      [...clients.written].map(([annotation, count]) => ({ object, annotation, count })),
    );
  }

  #logs(): readonly ClientLog[] {
    return [...this.#running.values()].flatMap(({ logs }) => logs);
  }
}
