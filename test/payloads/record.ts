import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { request } from "node:https";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { parse } from "../../lib/json/parse.ts";
import { isObject, type JsonObject } from "../../lib/json/value.ts";
import { ApiError } from "../cluster/support/client.ts";
import { cronTab, pizza, printedCronTab } from "../cluster/support/kinds.ts";
import {
  unregisterBoth,
  untilMutating,
  untilValidating,
} from "../cluster/support/pizza-webhooks.ts";
import { register } from "../cluster/support/registrations.ts";
import type { Exchange } from "../cluster/support/relay.ts";
import { openWorld, type World } from "../cluster/support/world.ts";
import { admissionCases, olderAdmissionCases } from "./admission-cases.ts";
import { applyCases, conversionCases } from "./conversion-cases.ts";
import { eventOf } from "./event.ts";
import { printedRequest, printedResponse } from "./printed.ts";
import { at, type RecordedCase, type Scene, sceneOf } from "./scenario.ts";

/** A review that passed, and where it comes from. */
interface Recording {
  readonly name: string;
  readonly source: "recorded" | "printed";
  readonly how: string;
  readonly exchange: Exchange;
  /** More files of the case. */
  readonly files?: Readonly<Record<string, string>>;
}

const folder = import.meta.dirname;
const date = new Date();

/** Lets a real API server send every case, and writes its requests and our responses once all are there. */
async function record(): Promise<number> {
  const world = await openWorld();
  try {
    const recordings = await recordIn(world);
    const version = await world.client.ask({ method: "GET", path: "/version" });
    await writeAll(recordings, `kube-apiserver ${version["gitVersion"]}`);
    return recordings.length;
  } finally {
    await world.stop();
  }
}

async function recordIn(world: World): Promise<readonly Recording[]> {
  await world.define(cronTab, { reviewVersions: ["v1"] });
  await world.define(printedCronTab, { path: "/crdconvert", reviewVersions: ["v1beta1"] });
  await world.define(pizza, { path: "/convert/v1beta1/pizza", reviewVersions: ["v1beta1"] });
  const printed = [await recordPrinted(world, "v1"), await recordPrinted(world, "v1beta1")];
  const conversions = await recordAll(world, [...conversionCases, ...applyCases]);
  const admissions = await recordAdmission(world, "v1", admissionCases);
  const older = await recordAdmission(world, "v1beta1", olderAdmissionCases);
  return [...printed, ...conversions, ...admissions, ...older];
}

async function recordAdmission(
  world: World,
  reviewVersion: string,
  cases: readonly RecordedCase[],
): Promise<readonly Recording[]> {
  await registerAll(world, reviewVersion);
  const recordings = await recordAll(world, cases);
  await unregisterBoth(world);
  return recordings;
}

/** The documentation's review, sent by ourselves in place of an API server. */
async function recordPrinted(world: World, version: string): Promise<Recording> {
  const exchange = await post(world, "/crdconvert?timeout=30s", pretty(printedRequest(version)));
  const files = { "printed.json": pretty(printedResponse(version)) };
  return { name: `printed-${version}`, source: "printed", how: printedHow, exchange, files };
}

const printedHow =
  "printed in the Kubernetes documentation of CustomResourceDefinition versions; printed.json is the answer it prints (in v1beta1 with the status Failed beside converted objects, a slip of the print)";

function pretty(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

async function post(world: World, target: string, body: string): Promise<Exchange> {
  const { port, ca } = world.gateway();
  const [path = "", query = ""] = target.split("?");
  const peer = { host: "127.0.0.1", port, ca, agent: false as const };
  return await new Promise((resolve, reject) => {
    const call = request({ ...peer, method: "POST", path: target }, async (answer) => {
      const response = (await buffer(answer)).toString();
      const status = answer.statusCode ?? 0;
      resolve({ path, query, headers: {}, request: body, status, response });
    });
    call.on("error", reject).end(body);
  });
}

async function recordAll(
  world: World,
  cases: readonly RecordedCase[],
): Promise<readonly Recording[]> {
  const scene = sceneOf(world);
  const recordings: Recording[] = [];
  for (const each of cases) {
    const { name, how } = each;
    recordings.push({
      name,
      how,
      source: "recorded",
      exchange: await recordOne(world, scene, each),
    });
  }
  return recordings;
}

/** Acts, and waits until the review that is meant has passed. */
async function recordOne(world: World, scene: Scene, each: RecordedCase): Promise<Exchange> {
  const { exchanges } = world.relay;
  const start = exchanges.length;
  await each.act(scene).catch((error: unknown) => {
    if (!(error instanceof ApiError)) throw error;
  });
  for (let attempt = 0; attempt < 100; attempt++) {
    const found = exchanges.slice(start).find((exchange) => isMeant(each, exchange));
    if (found !== undefined) return found;
    await sleep(50);
  }
  throw new Error(`no review was sent for ${each.name}`);
}

function isMeant(each: RecordedCase, exchange: Exchange): boolean {
  return each.is(reviewIn(exchange.request), exchange);
}

function reviewIn(text: string): JsonObject {
  const review = parse(text);
  return review.ok && isObject(review.value) ? review.value : {};
}

async function registerAll(world: World, reviewVersion: string): Promise<void> {
  const { client, url } = world;
  const common = {
    reviewVersions: [reviewVersion],
    operations: ["CREATE", "UPDATE", "DELETE"],
  } as const;
  const pizzas = { ...common, kind: pizza, subresources: ["status"] };
  const scales = { ...common, kind: cronTab, subresources: ["scale"] };
  const paths = { Mutating: ["admit", "mutate"], Validating: ["validate", "validate"] } as const;
  for (const type of ["Mutating", "Validating"] as const) {
    const [named, plain] = paths[type];
    const ofPizza = { ...pizzas, type, url: url(`/${named}/${reviewVersion}/pizza`) };
    await register(client, ofPizza, { ...scales, type, url: url(`/${plain}`) });
  }
  await untilMutating(world);
  await untilValidating(world);
}

/** Replaces what was recorded before. */
async function writeAll(recordings: readonly Recording[], server: string): Promise<void> {
  const old = (await readdir(folder, { withFileTypes: true })).filter((each) => each.isDirectory());
  await Promise.all(old.map(({ name }) => rm(join(folder, name), { recursive: true })));
  const cases = await Promise.all(recordings.map(writeOne));
  const manifest = { server, date: date.toISOString().slice(0, 10), how, redaction, cases };
  await writeFile(join(folder, "manifest.json"), pretty(manifest));
}

const how =
  "npm run record: request.json is the body as kube-apiserver sent it, byte for byte; response.json is the answer of customhouse serve; event.json is made from the request, as an HTTP API's event of payload format 2.0";
const redaction = "none: the cluster, its users and its tokens existed for this recording only";

/** Writes a case and gives its line of the manifest. Every fourth event has its body in base64. */
async function writeOne(recording: Recording, index: number): Promise<JsonObject> {
  const { name, source, exchange, files } = recording;
  const isBase64Encoded = index % 4 === 3;
  const event = pretty(eventOf(exchange, { isBase64Encoded, time: date }));
  const bodies = { "request.json": exchange.request, "response.json": exchange.response };
  await mkdir(join(folder, name), { recursive: true });
  for (const [file, text] of Object.entries({ ...bodies, "event.json": event, ...files })) {
    await writeFile(join(folder, name, file), text);
  }
  return {
    name,
    source,
    how: recording.how,
    path: exchange.path,
    review: reviewIn(exchange.request)["apiVersion"] ?? null,
    outcome: outcomeOf(reviewIn(exchange.response)),
    event: isBase64Encoded ? "base64" : "text",
  };
}

function outcomeOf(review: JsonObject): string {
  const allowed = at(review, "response", "allowed");
  if (allowed === undefined) return String(at(review, "response", "result", "status"));
  if (allowed !== true) return "denied";
  return at(review, "response", "patch") === undefined ? "allowed" : "patched";
}

console.log(`${await record()} cases in ${folder}`);
