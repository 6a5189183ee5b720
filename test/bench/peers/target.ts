import { Agent, request } from "node:http";
import { cpuNsOf } from "./process-cpu.ts";

/** A server that responds to reviews over plain HTTP. */
export interface Target {
  readonly label: string;
  /** Where `/convert`, `/mutate` and `/validate` stand below. */
  readonly url: string;
  readonly pid: number;
  readonly agent: Agent;
}

/** One review on its way to the targets. */
export interface Posted {
  readonly path: string;
  readonly body: Buffer;
}

/** The targets that lines as `label=http://127.0.0.1:8080 1234` name; other lines say nothing. */
export function targetsIn(lines: string): readonly Target[] {
  return lines.split("\n").flatMap((line) => {
    const [, label, url, pid] = /^([^\s=]+)=(http:\S+) (\d+)$/.exec(line) ?? [];
    if (label === undefined || url === undefined) return [];
    return [{ label, url, pid: Number(pid), agent: new Agent({ keepAlive: true, maxSockets: 1 }) }];
  });
}

/** Posts one review. Throws on another status than 200. */
export function post({ url, agent, label }: Target, { path, body }: Posted): Promise<Buffer> {
  const headers = { "content-type": "application/json", "content-length": body.length };
  return new Promise((resolve, reject) => {
    const sent = request(url + path, { method: "POST", agent, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("error", reject);
      response.on("end", () => {
        if (response.statusCode === 200) resolve(Buffer.concat(chunks));
        else reject(new Error(`${label}${path} answered HTTP ${response.statusCode}`));
      });
    });
    sent.on("error", reject);
    sent.end(body);
  });
}

/** Posts a review again and again for a while, `least` times at least; the CPU time of the target's process for one, in µs. */
export async function cpuUsPerReview(
  target: Target,
  posted: Posted,
  ms: number,
  least = 3,
): Promise<number> {
  const end = performance.now() + ms;
  const before = cpuNsOf(target.pid);
  let reviews = 0;
  while (reviews < least || performance.now() < end) {
    await post(target, posted);
    reviews++;
  }
  return (cpuNsOf(target.pid) - before) / reviews / 1000;
}
