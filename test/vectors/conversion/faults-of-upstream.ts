import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { eachItem, eachValue, type Path, parsePath } from "../../../lib/lens/language/path.ts";
import type { Difference } from "./fair.ts";

/** What upstream did to a value: removed, added or changed it. */
export const deeds = ["lost", "added", "changed"] as const;
export type Deed = (typeof deeds)[number];

/** A rule for differences in which upstream is wrong: a path of the result, and what upstream did there. */
export interface UpstreamFault {
  /** With its group: `ClusterQueue.kueue.x-k8s.io`. */
  readonly kind: string;
  /** The target version. */
  readonly to: string;
  readonly path: string;
  readonly did: Deed;
  readonly reason: string;
}

/** Reads the rules of `upstream-faults.yaml` beside the kinds in some folders. */
export function readUpstreamFaults(folders: readonly string[]): readonly UpstreamFault[] {
  return folders.flatMap((folder) =>
    readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => join(folder, entry.name, "upstream-faults.yaml"))
      .filter((file) => existsSync(file))
      .flatMap((file) => faultsIn(parse(readFileSync(file, "utf8")), file)),
  );
}

function faultsIn(document: unknown, file: string): readonly UpstreamFault[] {
  const { kind, faults } = recordOf(document);
  if (typeof kind !== "string" || !Array.isArray(faults)) {
    throw new TypeError(`${file} must have kind and faults`);
  }
  return faults.map((item: unknown) => faultOf(kind, recordOf(item), file));
}

function faultOf(kind: string, item: Record<string, unknown>, file: string): UpstreamFault {
  const [to, path, reason] = [item["to"], item["path"], item["reason"]].map(String);
  const did = deeds.find((deed) => deed === item["did"]);
  const isWhole = [to, path, reason].every((text) => text !== undefined && text !== "undefined");
  if (!isWhole || did === undefined || parsePath(path ?? "") === undefined) {
    throw new TypeError(
      `${file}: a fault must have to, path, did (${deeds.join(", ")}) and reason`,
    );
  }
  return { kind, to: to ?? "", path: path ?? "", did, reason: reason ?? "" };
}

function recordOf(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}

/** True where a rule covers a difference, or everything below it. */
export function covers(fault: UpstreamFault, { path, ours, theirs }: Difference): boolean {
  const did: Deed = theirs === undefined ? "lost" : ours === undefined ? "added" : "changed";
  return fault.did === did && isAt(path, parsePath(fault.path) ?? []);
}

function isAt(path: Difference["path"], pattern: Path): boolean {
  return (
    path.length >= pattern.length &&
    pattern.every((step, index) => {
      const own = path[index];
      if (step === eachItem) return typeof own === "number";
      return typeof own === "string" && (step === eachValue || step === own);
    })
  );
}
