import { readFileSync, writeFileSync } from "node:fs";
import { assertDefined } from "../../lib/json/invariant.ts";
import { startServer } from "./peers/started-server.ts";
import { post, type Target } from "./peers/target.ts";
import { conversionReview, cronTab } from "./reviews.ts";
import { type Group, type Row, row } from "./row.ts";

const serverModule = new URL("peers/server.ts", import.meta.url);

const reviews = 10;

/** Small reviews before the measurement, so that code and its compiler's memory are there. */
const warmUpReviews = 3000;

const cases = [
  { name: "memory list of 4 MB", body: listOf(1850) },
  { name: "memory list of 5 MB, all tiny objects", body: tinyObjects(31_000) },
];

/**
 * The memory that a server needs for large reviews: the most resident bytes while it responds to ten of them one after another, less
 * what it had before, as a multiple of one body. Linux alone reports it.
 */
export const memory: Group = {
  name: "memory",
  measure: async () => {
    const rows: Row[] = [];
    for (const { name, body } of cases) {
      await using server = await startServer("customhouse", serverModule);
      rows.push(row(name, await growthOf(server.target, body), "x body", 5));
    }
    return rows;
  },
};

async function growthOf(target: Target, body: Buffer): Promise<number> {
  const small = listOf(1);
  for (let count = 0; count < warmUpReviews; count++) {
    await post(target, { path: "/convert", body: small });
  }
  const before = residentBytes(target.pid, "VmRSS");
  // Sets the peak back to what is resident now. Source: Linux Documentation/filesystems/proc.rst, clear_refs.
  writeFileSync(`/proc/${target.pid}/clear_refs`, "5");
  for (let count = 0; count < reviews; count++) await post(target, { path: "/convert", body });
  return (residentBytes(target.pid, "VmHWM") - before) / body.length;
}

function residentBytes(pid: number, name: "VmRSS" | "VmHWM"): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  const [, kilobytes] = assertDefined(
    new RegExp(`^${name}:\\s+(\\d+) kB$`, "m").exec(status) ?? undefined,
    "a process of Linux has this line in its status",
  );
  return Number(kilobytes) * 1024;
}

function listOf(count: number): Buffer {
  return Buffer.from(conversionReview(cronTab, count));
}

/** A list of the smallest objects that the server can have: a name, and one field. */
function tinyObjects(count: number): Buffer {
  const objects = Array.from({ length: count }, (_, index) => ({
    apiVersion: "stable.example.com/v1beta1",
    kind: "CronTab",
    metadata: { name: `n${index}`, uid: `u${index}` },
    spec: { hostPort: `h:${index % 60_000}`, image: "i" },
  }));
  const { request } = JSON.parse(conversionReview(cronTab, 0));
  return Buffer.from(
    JSON.stringify({
      apiVersion: "apiextensions.k8s.io/v1",
      kind: "ConversionReview",
      request: { ...request, objects },
    }),
  );
}
