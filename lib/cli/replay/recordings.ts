import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Recording, readRecording } from "../../hosts/recording/recording.ts";
import { UsageError } from "../command.ts";

/** The recordings below a folder, by path; in one cluster and verb that is the order in which they came. */
export function recordingFiles(folder: string): readonly string[] {
  if (!existsSync(folder)) throw new UsageError(`there is no folder ${folder}`);
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".json"))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  if (files.length > 0) return files;
  throw new UsageError(
    `${folder} has no recording: customhouse serve --record ${folder} makes some of the reviews it answers`,
  );
}

/** Reads one recording, when its turn comes: a folder may hold more than memory does. */
export function recordingIn(file: string): Recording {
  const recording = readRecording(readFileSync(file, "utf8"));
  if (recording.ok) return recording.value;
  throw new UsageError(`${file}: ${recording.error}; take it out of the folder to replay the rest`);
}
