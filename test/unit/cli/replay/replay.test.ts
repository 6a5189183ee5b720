import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { Agent } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { replay } from "../../../../lib/cli/verbs/replay/replay.ts";
import { callHttp1 } from "../../../support/https-client.ts";
import { runCommand } from "../../../support/run-command.ts";

const checkout = new URL("../../../../", import.meta.url).pathname;
const payloads = join(checkout, "test/payloads");
const cases = readdirSync(payloads, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

let folder: string;
let recordings: string;
let changed: string;

/** Those that still serve: a test that fails before it stops its own leaves none behind. */
const servers = new Set<ChildProcess>();

/** The words of a command; it takes the example kinds unless they name others. */
function kindsWords(words: readonly string[]): readonly string[] {
  return words.includes("--kinds") ? words : [...words, "--kinds", "examples/kinds"];
}

/** A `customhouse serve` of its own process, with the CA in the tests' folder. */
interface Serving {
  readonly child: ChildProcess;
  readonly url: URL;
  readonly ca: string;
}

async function serve(...words: readonly string[]): Promise<Serving> {
  const main = join(checkout, "lib/cli/main.ts");
  const args = [main, "serve", "--port", "0", "--ca", join(folder, "ca"), ...kindsWords(words)];
  const child = spawn(process.execPath, args, {
    cwd: checkout,
    stdio: ["ignore", "pipe", "inherit"],
  });
  servers.add(child);
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const url = new URL(String((await lines.next()).value));
  const ca = String((await lines.next()).value);
  child.stdout.resume();
  return { child, url, ca };
}

/** Ends it as Ctrl-C does; gives its exit code. */
async function stop({ child }: Serving): Promise<number | null> {
  child.kill("SIGTERM");
  await once(child, "exit");
  servers.delete(child);
  return child.exitCode;
}

/** Sends every recorded payload by the path that the API server took. */
async function sendPayloads({ url, ca }: Serving): Promise<readonly number[]> {
  const agent = new Agent({ keepAlive: true });
  const statuses: number[] = [];
  for (const name of cases) {
    const body = readFileSync(join(payloads, name, "request.json"));
    const { rawPath } = JSON.parse(readFileSync(join(payloads, name, "event.json"), "utf8"));
    const peer = { port: Number(url.port), ca: readFileSync(ca, "utf8") };
    statuses.push((await callHttp1(peer, { path: rawPath, body, agent })).status);
  }
  agent.destroy();
  return statuses;
}

/** The example kinds, but a CronTab whose host and port have changed places. */
function changedKinds(path: string): void {
  for (const name of ["pizza", "topping", "printed-crontab"]) {
    const own = pathToFileURL(join(checkout, "examples/kinds", name, "kind.ts")).href;
    mkdirSync(join(path, name), { recursive: true });
    writeFileSync(join(path, name, "kind.ts"), `export { kind } from ${JSON.stringify(own)};\n`);
  }
  mkdirSync(join(path, "crontab"));
  cpSync(join(checkout, "examples/kinds/crontab/crd.yaml"), join(path, "crontab/crd.yaml"));
  writeFileSync(
    join(path, "crontab/conversion.yaml"),
    `from: v1beta1
to: v1
rules:
- { split: spec.hostPort, to: { host: spec.host, port: spec.port }, template: "{port}/{host}" }
`,
  );
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "replay-"));
  recordings = join(folder, "recordings");
  changed = join(folder, "kinds");
  changedKinds(changed);
  const serving = await serve("--record", recordings);
  const statuses = await sendPayloads(serving);
  expect(new Set(statuses)).toEqual(new Set([200]));
  expect(await stop(serving)).toBe(0);
});

afterAll(async () => {
  for (const child of servers) child.kill("SIGKILL");
  await rm(folder, { recursive: true });
});

function run(...words: readonly string[]) {
  return runCommand(replay, kindsWords(words));
}

describe("customhouse serve --record", () => {
  test("writes every review that the API server sent, and no value that recordings must not contain", () => {
    const files = readdirSync(recordings, { recursive: true, encoding: "utf8" });
    const texts = files
      .filter((name) => name.endsWith(".json"))
      .map((name) => readFileSync(join(recordings, name), "utf8"));
    expect(texts).toHaveLength(cases.length);
    expect(texts.join("")).not.toMatch(/managedFields|userInfo|system:masters|labels|finalizers/);
  });
});

describe("customhouse replay", () => {
  const all = `${cases.length} recordings, all responses as recorded`;

  test("finds no difference in the build that recorded", async () => {
    expect(await run(recordings)).toEqual({ code: 0, out: all, error: "" });
    expect(await run(recordings, "-o", "json")).toEqual({
      code: 0,
      out: `{"replayed":${cases.length},"different":0,"recordings":[]}`,
      error: "",
    });
  });

  test("names the fields that a changed conversion changes, and no others", async () => {
    const { code, out } = await run(recordings, "--kinds", changed);
    expect(code).toBe(1);
    expect(out).toContain(
      "convert CronTab stable.example.com/v1 to v1beta1: convertedObjects[*].spec.hostPort",
    );
    expect(out).toContain('"localhost:1234" became "1234/localhost"');
    expect(out).not.toContain("Pizza");
    const json = await run(recordings, "--kinds", changed, "-o", "json");
    expect(json.code).toBe(1);
    const { replayed, different, recordings: named } = JSON.parse(json.out);
    expect(replayed).toBe(cases.length);
    expect(named).toHaveLength(different);
    expect(named[0]).toMatchObject({
      file: expect.stringContaining(recordings),
      verb: "convert",
      subject: expect.stringContaining("CronTab stable.example.com"),
      differences: [{ path: expect.stringContaining("[0]") }, ...named[0].differences.slice(1)],
    });
  });

  test("sends them to a deployed service, below its cluster and key", async () => {
    const serving = await serve();
    const keyFile = join(folder, "key");
    writeFileSync(keyFile, "k-1~_\n");
    const to = ["--url", `${serving.url.href}`, "--ca", serving.ca];
    const below = ["--cluster", "prod", "--key-file", keyFile];
    expect(await run(recordings, ...to)).toMatchObject({ code: 0, out: all });
    expect(await run(recordings, ...to, ...below)).toMatchObject({ code: 0, out: all });
    const wrong = await run(recordings, "--url", `${serving.url.href}x/y/z`, "--ca", serving.ca);
    expect(wrong).toMatchObject({ code: 1, out: expect.stringContaining("200 became 404") });
    await stop(serving);
    const ended = await run(recordings, ...to, ...below);
    expect(ended).toMatchObject({ code: 2, error: expect.stringContaining("sent no response") });
    expect(ended.error).not.toContain("k-1~_");
  });

  test("shows the same differences for a changed service as for the build itself", async () => {
    const serving = await serve("--kinds", changed);
    const afar = await run(recordings, "--url", serving.url.href, "--ca", serving.ca);
    expect(await run(recordings, "--kinds", changed)).toEqual(afar);
    await stop(serving);
  });

  test.each([
    { name: "no folder", words: [], error: "name one folder" },
    { name: "two folders", words: ["a", "b"], error: "name one folder" },
    { name: "a folder that is not there", words: ["/nowhere"], error: "no folder /nowhere" },
    { name: "a folder without recordings", words: ["DIR/empty"], error: "has no recording" },
    { name: "a file that is not a recording", words: ["DIR/broken"], error: "it is not JSON" },
    {
      name: "a key without a url",
      words: ["DIR/recordings", "--key-file", "k"],
      error: "--key-file needs --url",
    },
    { name: "plain HTTP", words: ["DIR/recordings", "--url", "http://a"], error: "an https url" },
    { name: "no url", words: ["DIR/recordings", "--url", "a"], error: "an https url" },
    {
      name: "a cluster without a key",
      words: ["DIR/recordings", "--url", "https://a", "--cluster", "c"],
      error: "give --cluster and --key-file together",
    },
    {
      name: "a cluster that can't be a segment of a path",
      words: [
        "DIR/recordings",
        "--url",
        "https://a",
        "--cluster",
        "c/d",
        "--key-file",
        "DIR/empty/k",
      ],
      error: "--cluster takes letters",
    },
    {
      name: "a file without a key",
      words: [
        "DIR/recordings",
        "--url",
        "https://a",
        "--cluster",
        "c",
        "--key-file",
        "DIR/empty/k",
      ],
      error: "is not a file with a key",
    },
  ])("refuses $name", async ({ words, error }) => {
    for (const name of ["empty", "broken"]) mkdirSync(join(folder, name), { recursive: true });
    writeFileSync(join(folder, "empty/k"), "a b");
    writeFileSync(join(folder, "broken/a.json"), "{");
    const given = words.map((word) => word.replace("DIR", folder));
    const ran = await run(...given);
    expect(ran).toMatchObject({ code: 2, out: "", error: expect.stringContaining(error) });
  });
});
