import { type Recording, readRecording } from "../../../service/recording/recording.ts";
import { UsageError } from "../../command.ts";
import { filesBelow, readText } from "../../files/read-file.ts";

/** The recordings below a folder, sorted by path: within one cluster and verb, by time. */
export function recordingFiles(folder: string): readonly string[] {
  const files = filesBelow(folder).filter((file) => file.endsWith(".json"));
  if (files.length > 0) return files;
  throw new UsageError(
    `${folder} has no recording: customhouse serve --record ${folder} records reviews`,
  );
}

/** Reads one recording. They are read one by one: a folder may hold more than fits in memory. */
export function recordingIn(file: string): Recording {
  const recording = readRecording(readText(file));
  if (recording.ok) return recording.value;
  throw new UsageError(`${file}: ${recording.error}; move it out of the folder to replay the rest`);
}
