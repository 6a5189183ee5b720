import { type Recording, readRecording } from "../../../service/recording/recording.ts";
import { UsageError } from "../../command.ts";
import { filesBelow, readText } from "../../files/read-file.ts";

/** The files of recordings below a folder, sorted by path. For each cluster and verb, this is the order of their times. */
export function recordingFiles(folder: string): readonly string[] {
  const files = filesBelow(folder).filter((file) => file.endsWith(".json"));
  if (files.length > 0) return files;
  throw new UsageError(
    `${folder} has no recording: record reviews with customhouse serve --record ${folder}`,
  );
}

/** Reads one recording. Recordings are read one by one, because those of a folder may not fit in memory together. */
export function recordingIn(file: string): Recording {
  const recording = readRecording(readText(file));
  if (recording.ok) return recording.value;
  throw new UsageError(`${file}: ${recording.error}; move it out of the folder to replay the rest`);
}
