import { existsSync } from "node:fs";
import { request } from "node:https";
import { join, relative } from "node:path";
import { stopSignal } from "../../../hosts/stop-signals.ts";
import { parse } from "../../../json/parse.ts";
import { isObject } from "../../../json/value.ts";
import type { LogLine } from "../../../request/log.ts";
import { type Command, type Invocation, textOption, UsageError } from "../../command.ts";
import { manifestJson } from "../../files/manifest-json.ts";
import { namesInFolder, readBytes, readText } from "../../files/read-file.ts";
import { exampleKindsFolder } from "../../kinds/kinds.ts";
import type { ReceivedResponse } from "../../review-sender.ts";
import { type RunningGateway, serveOptions, startServing } from "../serve/serve.ts";

/** The command `tour`: serves the example kinds, and sends all recorded reviews to them. */
export const tour: Command = {
  help: `usage: customhouse tour [--once] [--payloads DIR] [options of serve]

Starts the local HTTPS gateway, sends it every recorded review (DIR/<case>/request.json, to the path in
DIR/<case>/event.json), prints one line for each review and the last response in full, then keeps serving. The recorded
reviews are about the example kinds of the package, which tour serves unless --kinds names others.

  --once            stop after the last review
  --payloads DIR    the recorded reviews (default: test/payloads, which a checkout of Customhouse has)

exit code: 0 each review got a response with HTTP 200, 1 a review did not, 2 wrong usage`,
  options: { ...serveOptions, once: { type: "boolean" }, payloads: { type: "string" } },
  run: async (invocation) => {
    const folder = textOption(invocation, "payloads") ?? "test/payloads";
    const cases = readCases(folder);
    const lines: LogLine[] = [];
    const named = invocation.options["kinds"];
    const kinds = typeof named === "object" ? named : [exampleKindsFolder()];
    const options = { port: "0", ...invocation.options, kinds };
    const running = await startServing({ ...invocation, options }, (line) => void lines.push(line));
    invocation.progress.out(kindsLine(invocation));
    const responses = await sendAll(running, cases, invocation, lines);
    const failed = responses.filter(({ status }) => status !== 200).length;
    if (failed > 0)
      invocation.error(`${failed} of ${cases.length} reviews got another HTTP status than 200`);
    if (invocation.options["once"] !== true) {
      invocation.progress.out(nextSteps(running, { cases, folder, kinds }));
      await stopSignal();
    }
    await running.gateway.close();
    await running.recorded();
    return failed === 0 ? 0 : 1;
  },
};

function kindsLine({ options }: Invocation): string {
  return options["kinds"] === undefined
    ? `serving the example kinds in ${exampleKindsFolder()}; --kinds DIR serves others`
    : `serving the kinds of --kinds`;
}

interface RecordedCase {
  readonly name: string;
  readonly target: string;
  readonly body: Buffer;
}

function readCases(folder: string): readonly RecordedCase[] {
  const cases = namesInFolder(folder)
    .filter((name) => existsSync(join(folder, name, "request.json")))
    .map((name) => ({
      name,
      target: targetOf(join(folder, name, "event.json")),
      body: readBytes(join(folder, name, "request.json")),
    }));
  if (cases.length > 0) return cases;
  throw new UsageError(
    `no folder in ${folder} has a request.json: name another with --payloads DIR`,
  );
}

/** The path and query that a recorded event was sent to. */
function targetOf(file: string): string {
  const event = parse(readText(file));
  if (!event.ok || !isObject(event.value)) throw new UsageError(`${file} is not a JSON object`);
  const { rawPath = "/", rawQueryString = "" } = event.value;
  return rawQueryString === "" ? String(rawPath) : `${rawPath}?${rawQueryString}`;
}

async function sendAll(
  running: RunningGateway,
  cases: readonly RecordedCase[],
  { out }: Invocation,
  lines: readonly LogLine[],
): Promise<readonly ReceivedResponse[]> {
  const width = Math.max(...cases.map(({ name }) => name.length));
  const responses: ReceivedResponse[] = [];
  out(`customhouse serves at ${running.url}; its CA is ${running.caFile}\n`);
  for (const { name, target, body } of cases) {
    const start = performance.now();
    const response = await sendToGateway(running, target, body);
    const ms = (performance.now() - start).toFixed(1);
    const line = lines.at(-1);
    const objects = line?.objects === undefined ? "" : `${line.objects} objects`;
    const outcome = line?.outcome ?? `HTTP ${response.status}`;
    out(
      `${name.padEnd(width)}  ${outcome.padEnd(11)} ${objects.padEnd(10)} ${ms.padStart(6)} ms  ${line?.message ?? ""}`.trimEnd(),
    );
    responses.push(response);
  }
  const last = responses.at(-1);
  if (last !== undefined) out(`\nthe last response:\n${pretty(last.body)}`);
  return responses;
}

function sendToGateway(
  { gateway, caFile }: RunningGateway,
  target: string,
  body: Buffer,
): Promise<ReceivedResponse> {
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

/** Indents a JSON text without changing how numbers and strings are written. */
function pretty(text: string): string {
  const parsed = parse(text, { tokens: true });
  return parsed.ok ? manifestJson(parsed.value) : text;
}

interface TourInput {
  readonly cases: readonly RecordedCase[];
  /** The folder of the recorded reviews. */
  readonly folder: string;
  /** The folders of kinds. */
  readonly kinds: readonly string[];
}

function nextSteps({ url, caFile }: RunningGateway, { cases, folder, kinds }: TourInput): string {
  const example = cases.at(-1);
  const options = kinds.map((each) => `--kinds ${relative(".", each)}`).join(" ");
  return `
try next, while this runs:
  curl --cacert ${caFile} ${url}${example?.target ?? "/convert"} --data-binary @${folder}/${example?.name}/request.json
  npx customhouse answer convert ${folder}/${cases[0]?.name}/request.json ${options}
  npx customhouse --help
Ctrl-C stops it.`;
}
