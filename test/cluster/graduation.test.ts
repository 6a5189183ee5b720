import { writeFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ReapedProcess } from "../../lib/cli/control-plane/process-reaper.ts";
import {
  conversionStanza,
  withConversion,
} from "../../lib/cli/verbs/manifests/conversion-stanza.ts";
import { planCommand } from "../../lib/cli/verbs/plan/plan.ts";
import { stepCommand } from "../../lib/cli/verbs/step/step.ts";
import { versions } from "../../lib/cli/verbs/versions/versions.ts";
import { liveDefinition } from "../../lib/evolve/live-definition.ts";
import type { ClientRecord } from "../../lib/evolve/rehearse/client-log.ts";
import { versionStep } from "../../lib/evolve/step/registry.ts";
import type { ActionType, StepAction } from "../../lib/evolve/step/step-action.ts";
import type { JsonObject } from "../../lib/json/value.ts";
import { base64 } from "../../lib/protocol/base64.ts";
import { tries } from "../support/tries.ts";
import { controllerManager, startControllers } from "./support/controllers.ts";
import {
  definitions,
  install,
  readDefinition,
  untilListed,
  withStorage,
  withVersions,
} from "./support/custom-resources.ts";
import { type EndAt, endedStep, planIn } from "./support/ended-step.ts";
import { storedVersionCounts } from "./support/etcd.ts";
import {
  busyNames,
  type GraduationClients,
  graduationClients,
} from "./support/graduation-clients.ts";
import { startHandWrittenWebhook } from "./support/hand-written-webhook.ts";
import { killedRewrite } from "./support/killed-step.ts";
import { bodyOf, cronTab, metadataOf } from "./support/kinds.ts";
import { until } from "./support/registrations.ts";
import type { Target } from "./support/relay.ts";
import { nameOf, type Resource } from "./support/resource.ts";
import { type StepCommands, stepCommands } from "./support/step-commands.ts";
import { openWorld, type World } from "./support/world.ts";

const crdName = "crontabs.stable.example.com";
const controllers = ["garbage-collector-controller", "namespace-controller"];
/** Objects that nobody writes, and how often a rewrite of all objects is killed. */
const quiet = tries({ test: 200, deep: 2000 });
const kills = tries({ test: 3, deep: 10 });
const names = Array.from({ length: quiet }, (_, index) => `c${String(index).padStart(4, "0")}`);
const team = { fieldManager: "team", force: true };

const ours = { name: "a lens", webhook: async (world: World): Promise<Target> => world.gateway() };
const theirs = {
  name: "a webhook that was written by hand",
  webhook: (world: World) => startHandWrittenWebhook(world),
};

/** The spec of an object. */
function specOf(name: string, version: string): JsonObject {
  const number = Number(name.replace(/\D/g, ""));
  const common = { cronSpec: "* * * * */5", image: `image-${number}`, replicas: 1 + (number % 10) };
  return version === "v1"
    ? { ...common, host: name, port: `${number}` }
    : { ...common, hostPort: `${name}:${number}` };
}

function objectOf(name: string, version: string): JsonObject {
  return {
    apiVersion: `stable.example.com/${version}`,
    kind: "CronTab",
    // With annotations from the start, no writer of one owns the map that holds them.
    metadata: { name, labels: { app: name }, annotations: { app: name } },
    spec: specOf(name, version),
  };
}

function isQuiet(object: JsonObject): boolean {
  return !busyNames.includes(nameOf(object));
}

/** Applies objects at a version, a few at a time. */
async function apply(resource: Resource, all: readonly string[], version: string): Promise<void> {
  const left = all.values();
  const worker = async (): Promise<void> => {
    for (const name of left) await resource.apply(objectOf(name, version), team);
  };
  await Promise.all(Array.from({ length: 5 }, worker));
}

/** Where the process ends in a step. An edit that was sent is done; other steps are run again afterwards. */
function endsOf(type: ActionType): readonly EndAt[] {
  const edits = (["before", "after"] as const).map(
    (moment): EndAt =>
      ({ method, path }) =>
        method !== "GET" && path.includes(`/${crdName}`) && !path.includes("dryRun")
          ? moment
          : undefined,
  );
  if (type === "rewrite") return [];
  if (type === "backup") return [({ path }) => (path.includes("?limit=") ? "after" : undefined)];
  return type === "set-stored-versions" || type === "remove-version"
    ? [amidSecondPass(), ...edits]
    : edits;
}

/** In the middle of the second pass over all objects. */
function amidSecondPass(): EndAt {
  let sent = 0;
  return ({ method, path }) =>
    method === "PATCH" && path.includes("/crontabs/") && ++sent === quiet / 2 ? "after" : undefined;
}

/** What happened in a step. */
interface Row {
  readonly step: string;
  readonly seconds: number;
  readonly ended: number;
  readonly clients: readonly ClientRecord[];
}

/** The rows as a table: failures by their cause. */
function table(rows: readonly Row[]): string {
  const lines = rows.map(({ step, seconds, ended, clients }) => {
    const requests = clients.reduce((sum, client) => sum + client.requests, 0);
    const causes = new Map<string, number>();
    for (const { request, status, text, count } of clients.flatMap(({ failures }) => failures)) {
      const cause = `${request} ${status} ${text}`;
      causes.set(cause, (causes.get(cause) ?? 0) + count);
    }
    const failures = [...causes].map(([cause, count]) => `${count} × ${cause}`).join("; ");
    return `| ${step} | ${seconds} | ${ended} | ${requests} | ${failures} |`;
  });
  return [
    "| step | s | ended | requests | failures |",
    "| --- | --- | --- | --- | --- |",
    ...lines,
  ].join("\n");
}

describe.each([ours, theirs].slice(0, tries({ test: 1, deep: 2 })))(
  "$name",
  ({ name, webhook }) => {
    let world: World;
    let commands: StepCommands;
    let clients: GraduationClients;
    let file: string;
    const rows: Row[] = [];

    let manager: ReapedProcess | undefined;

    /** Starts kube-controller-manager where there is one. */
    async function startManager(): Promise<void> {
      const program = controllerManager();
      if (program !== undefined) manager = await startControllers(world, program, controllers);
    }

    const definition = (): Promise<JsonObject> => definitions(world.client).get(crdName);
    const storedAt = () => storedVersionCounts(world.etcdUrl, "stable.example.com/crontabs");

    beforeAll(async () => {
      world = await openWorld();
      commands = stepCommands(world);
      await startManager();
      const { port, ca } = await webhook(world);
      const both = withConversion(
        await readDefinition("crontab"),
        conversionStanza({ url: `https://localhost:${port}/convert`, caBundle: base64(ca) }, [
          "v1",
        ]),
      );
      await install(world.client, withConversion(only(both, "v1beta1"), { strategy: "None" }));
      await apply(world.objects(cronTab, "v1beta1"), [...names, ...busyNames], "v1beta1");
      const target = commands.planFile("target");
      await writeFile(target, JSON.stringify(only(both, "v1")));
      file = commands.planFile("graduation");
      const words = ["--to", target, "-o", file, "--quiet-days", "0"];
      expect(await commands.run(planCommand, ...words)).toMatchObject({ code: 0, error: "" });
      clients = graduationClients(world, await definition());
      clients.start(await definition());
      clients.mark(false);
      await clients.followed();
      clients.cut();
    });
    afterAll(async () => {
      console.log(`${quiet} objects, ${name}\n${table(rows)}`);
      await world?.stop();
    });

    /** A definition with one version alone. */
    function only(both: JsonObject, version: string): JsonObject {
      return withVersions(withStorage(both, version), (each) =>
        each["name"] === version ? each : undefined,
      );
    }

    /** Carries out a step, with an end of its process at each point; how many there were. */
    async function carriedOut(step: string, { type }: StepAction): Promise<number> {
      const ends = endsOf(type);
      for (const endAt of ends) {
        const run = await endedStep(commands.cluster, file, endAt);
        expect(run).toMatchObject({ step, isEnded: true });
        await untilListed(world.client, await definition());
      }
      const points = type === "rewrite" ? kills : 0;
      for (let point = 1; point <= points; point++) {
        const objects = Math.floor((quiet * point) / (points + 1));
        await killedRewrite(world, commands.cluster, file, objects);
      }
      if (type === "rewrite" || type === "backup") {
        const run = await commands.run(stepCommand, file, "--yes");
        expect({ step, ...run }).toMatchObject({ code: 0, error: "" });
      }
      return ends.length + points;
    }

    /** The clients of v1beta1 go to v1, as a plan demands before it is no longer served. */
    async function leaveOlder(): Promise<void> {
      await clients.leaveOlder();
      await apply(world.objects(cronTab, "v1"), [...names, ...busyNames], "v1");
      // Its garbage collector watches the version that was the preferred one when it began to, until it ends.
      await manager?.stop();
      await startManager();
      const words = [crdName, "--check-unserve", "v1beta1", "--quiet-days", "0"];
      await until(
        () => commands.run(versions, ...words),
        ({ code }) => code === 0,
      );
    }

    /** No field and no owner of the objects that nobody writes has changed. */
    async function expectObjects(): Promise<void> {
      const served = liveDefinition(await definition()).versions.filter((each) => each.served);
      for (const { name: version } of served) {
        const found = (await world.objects(cronTab, version).list()).filter(isQuiet);
        expect(
          found.map((each) => [nameOf(each), bodyOf(each), metadataOf(each)["labels"]]),
        ).toEqual(names.map((each) => [each, { spec: specOf(each, version) }, { app: each }]));
        for (const each of found) {
          expect(metadataOf(each)["managedFields"]).toMatchObject([{ manager: "team" }]);
        }
      }
    }

    test("from v1beta1 alone to v1 alone, interrupted in every step and resumed, while clients of both versions write", {
      timeout: tries({ test: 300_000, deep: 7_200_000 }),
    }, async () => {
      for (const [index, { action }] of (await planIn(file)).steps.entries()) {
        const step = versionStep(action);
        if (action.type === "set-served" && !action.served) await leaveOlder();
        clients.mark(step.target === "definition");
        const start = performance.now();
        const ended = await carriedOut(`${index + 1}`, action);
        const seconds = Math.round((performance.now() - start) / 100) / 10;
        clients.start(await definition());
        await clients.followed();
        rows.push({ step: step.title(), seconds, ended, clients: clients.cut() });
        await expectObjects();
        if (action.type === "rewrite") {
          expect(await storedAt()).toEqual({ v1: quiet + busyNames.length });
        }
      }
      await clients.stop();
      const { versions: left, storedVersions } = liveDefinition(await definition());
      expect(left).toMatchObject([{ name: "v1", served: true, storage: true }]);
      expect(storedVersions).toEqual(["v1"]);
      const failures = rows.flatMap(({ clients: all }) => all.flatMap((client) => client.failures));
      expect(failures.filter(({ unavoidable }) => unavoidable === null)).toEqual([]);
      expect(rows.every(({ ended }) => ended > 0)).toBe(true);
    });
  },
);
