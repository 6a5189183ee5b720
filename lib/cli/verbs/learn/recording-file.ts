import { appendFileSync, chmodSync, existsSync, truncateSync, writeFileSync } from "node:fs";
import type { CrdFacts } from "../../../crd/crd-facts.ts";
import { parse } from "../../../json/parse.ts";
import { isObject, type JsonObject, member } from "../../../json/value.ts";
import { stringify } from "../../../json/write.ts";
import {
  memoryRecording,
  type Observation,
  type ObservationRecording,
} from "../../../verify/learn/observer.ts";
import { UsageError } from "../../command.ts";
import { checkWritable, readText } from "../../files/read-file.ts";

/** A recording that is also written to a file. */
interface FileRecording extends ObservationRecording {
  /** The number of objects that the file had when it was opened. */
  readonly known: number;
}

/**
 * The recording in a file: a line that names the kind, then a line of JSON for each object. Results are written at once, so that
 * the next run continues where this one was stopped. Only the owner may read the file. Without `canAdd` it must exist.
 * Errors: {@link UsageError} with file and line if the file is not a recording of `learn`, or is one of another kind.
 */
export function recordingFile(
  file: string,
  { group, kind }: Pick<CrdFacts, "group" | "kind">,
  canAdd: boolean,
): FileRecording {
  const memory = memoryRecording();
  const head: JsonObject = { recording: "customhouse learn", kind: `${kind}.${group}` };
  const isExisting = existsSync(file);
  if (!isExisting && canAdd) {
    checkWritable(file);
    writeFileSync(file, `${stringify(head)}\n`, { mode: 0o600, flag: "wx" });
  }
  const text = readText(file);
  // If a run was stopped, its last line may be incomplete.
  const whole = text.slice(0, text.lastIndexOf("\n") + 1);
  const [first = "", ...lines] = whole.split("\n").slice(0, -1);
  const found = objectIn(first);
  if (found === undefined || member(found, "recording") !== head["recording"]) {
    throw new UsageError(`${file}:1: is not a recording of customhouse learn; name another file`);
  }
  if (member(found, "kind") !== head["kind"]) {
    throw new UsageError(
      `${file}:1: is a recording of ${String(member(found, "kind"))}, not of ${kind}.${group}`,
    );
  }
  for (const [index, line] of lines.entries()) {
    const entry = objectIn(line);
    const key = entry === undefined ? undefined : member(entry, "key");
    const observation = entry === undefined ? undefined : observationIn(entry);
    if (typeof key !== "string" || observation === undefined) {
      throw new UsageError(`${file}:${index + 2}: is not a line of a recording; remove it`);
    }
    memory.add(key, observation);
  }
  if (canAdd && isExisting) {
    chmodSync(file, 0o600);
    if (whole.length < text.length) truncateSync(file, Buffer.byteLength(whole));
  }
  return {
    known: lines.length,
    get: memory.get,
    add: (key, observation) => {
      memory.add(key, observation);
      // An unknown result is not recorded, so that the next run sends the object again.
      if (canAdd && observation.type !== "unknown") {
        appendFileSync(file, `${stringify({ key, ...contentOf(observation) })}\n`);
      }
    },
  };
}

function objectIn(line: string): JsonObject | undefined {
  const parsed = parse(line);
  return parsed.ok && isObject(parsed.value) ? parsed.value : undefined;
}

function contentOf(observation: Observation): JsonObject {
  if (observation.type === "converted") return { converted: observation.object };
  return observation.type === "refused" ? { refused: observation.message } : {};
}

function observationIn(entry: JsonObject): Observation | undefined {
  const object = member(entry, "converted");
  if (isObject(object)) return { type: "converted", object };
  const message = member(entry, "refused");
  return typeof message === "string" ? { type: "refused", message } : undefined;
}
