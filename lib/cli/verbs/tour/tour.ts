import { existsSync } from "node:fs";
import { request } from "node:https";
import { join } from "node:path";
import { parse } from "../../../json/parse.ts";
import { isArray, isObject, type JsonValue } from "../../../json/value.ts";
import { stringify } from "../../../json/write.ts";
import type { LogLine } from "../../../request/log.ts";
import { type Command, type Invocation, textOption, UsageError } from "../../command.ts";
import { namesIn, readBytes, readText } from "../../files/read-file.ts";
import { exampleKindsFolder } from "../../kinds/kinds.ts";
import { type Served, serveOptions, startServing, stopSignal } from "../serve/serve.ts";

export const tour: Command = {
  summary: "serve, send every recorded review through real HTTPS, and stay up",
  help: `usage: customhouse tour [--once] [--payloads DIR] [options of serve]

Starts the local HTTPS gateway, sends it every recorded review (DIR/<case>/request.json, by the path that
its event.json names), prints one line each and the last answer in full, then stays up. It serves the example kinds
that come with the package, of which the recorded reviews are, unless --kinds names others.

  --once            end after the last review
  --payloads DIR    the recorded reviews (default: test/payloads, which a checkout has)

exit code: 0 all answered, 1 a review got no answer, 2 wrong usage`,
  options: { ...serveOptions, once: { type: "boolean" }, payloads: { type: "string" } },
  run: async (invocation) => {
    const folder = textOption(invocation, "payloads") ?? "test/payloads";
    const cases = readCases(folder);
    const lines: LogLine[] = [];
    const kinds = invocation.options["kinds"] ?? [exampleKindsFolder()];
    const options = { port: "0", ...invocation.options, kinds };
    const served = await startServing({ ...invocation, options }, (line) => void lines.push(line));
    invocation.out(kindsLine(invocation));
    const answers = await sendAll(served, cases, invocation, lines);
    const failed = answers.filter(({ status }) => status !== 200).length;
    if (failed > 0) invocation.error(`${failed} of ${cases.length} reviews got no answer`);
    if (invocation.options["once"] !== true) {
      invocation.out(nextSteps(served, cases));
      await stopSignal();
    }
    await served.gateway.close();
    await served.recorded();
    return failed === 0 ? 0 : 1;
  },
};

function kindsLine({ options }: Invocation): string {
  return options["kinds"] === undefined
    ? `serving the example kinds in ${exampleKindsFolder()}: a demonstration; --kinds DIR serves others`
    : `serving the kinds of --kinds`;
}

/** A recorded review. */
interface Case {
  readonly name: string;
  readonly target: string;
  readonly body: Buffer;
}

interface Answered {
  readonly status: number;
  readonly body: string;
}

function readCases(folder: string): readonly Case[] {
  const cases = namesIn(folder)
    .filter((name) => existsSync(join(folder, name, "request.json")))
    .map((name) => ({
      name,
      target: targetOf(join(folder, name, "event.json")),
      body: readBytes(join(folder, name, "request.json")),
    }));
  if (cases.length === 0) throw new UsageError(`${folder} has no recorded review`);
  return cases;
}

/** The path and query that a recorded event was sent to. */
function targetOf(file: string): string {
  const event = parse(readText(file));
  if (!event.ok || !isObject(event.value)) throw new UsageError(`${file} is no JSON object`);
  const { rawPath = "/", rawQueryString = "" } = event.value;
  return rawQueryString === "" ? String(rawPath) : `${rawPath}?${rawQueryString}`;
}

async function sendAll(
  served: Served,
  cases: readonly Case[],
  { out }: Invocation,
  lines: readonly LogLine[],
): Promise<readonly Answered[]> {
  const width = Math.max(...cases.map(({ name }) => name.length));
  const answers: Answered[] = [];
  out(`customhouse answers at ${served.url}; its CA is ${served.caFile}\n`);
  for (const { name, target, body } of cases) {
    const start = performance.now();
    const answer = await send(served, target, body);
    const ms = (performance.now() - start).toFixed(1);
    const line = lines.at(-1);
    const objects = line?.objects === undefined ? "" : `${line.objects} objects`;
    const outcome = line?.outcome ?? `HTTP ${answer.status}`;
    out(
      `${name.padEnd(width)}  ${outcome.padEnd(11)} ${objects.padEnd(10)} ${ms.padStart(6)} ms  ${line?.message ?? ""}`.trimEnd(),
    );
    answers.push(answer);
  }
  const last = answers.at(-1);
  if (last !== undefined) out(`\nthe last answer:\n${pretty(last.body)}`);
  return answers;
}

function send({ gateway, caFile }: Served, target: string, body: Buffer): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        host: "127.0.0.1",
        port: gateway.port,
        path: target,
        method: "POST",
        ca: readBytes(caFile),
        headers: { "Content-Type": "application/json", "Content-Length": body.length },
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("end", () =>
          resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks).toString() }),
        );
      },
    );
    sent.on("error", reject);
    sent.end(body);
  });
}

/** A JSON text with white space for reading: tokens stay as they are. */
function pretty(text: string): string {
  const parsed = parse(text, { tokens: true });
  return parsed.ok ? lines(parsed.value, "") : text;
}

function lines(value: JsonValue, indent: string): string {
  const deeper = `${indent}  `;
  if (isArray(value) && value.length > 0) {
    return `[\n${value.map((item) => deeper + lines(item, deeper)).join(",\n")}\n${indent}]`;
  }
  if (isObject(value) && Object.keys(value).length > 0) {
    const members = Object.entries(value).map(
      ([key, item]) => `${deeper}${JSON.stringify(key)}: ${lines(item, deeper)}`,
    );
    return `{\n${members.join(",\n")}\n${indent}}`;
  }
  return stringify(value);
}

function nextSteps({ url, caFile }: Served, cases: readonly Case[]): string {
  const example = cases.at(-1);
  return `
try next, while this is up:
  curl --cacert ${caFile} ${url}${example?.target ?? "/convert"} --data-binary @test/payloads/${example?.name}/request.json
  npx customhouse answer convert test/payloads/${cases[0]?.name}/request.json
  npx customhouse --help
Ctrl-C ends it.`;
}
