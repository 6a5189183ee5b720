import { type Recording, readRecording } from "../../../service/recording/recording.ts";
import { UsageError } from "../../command.ts";
import { filesBelow, readText } from "../../files/read-file.ts";

/** The recordings below a folder, by path; in one cluster and verb that is the order in which they came. */
export function recordingFiles(folder: string): readonly string[] {
  const files = filesBelow(folder).filter((file) => file.endsWith(".json"));
  if (files.length > 0) return files;
  throw new UsageError(
    `${folder} has no recording: customhouse serve --record ${folder} makes some of the reviews it answers`,
  );
}

/** Reads one recording, when its turn comes: a folder may hold more than memory does. */
export function recordingIn(file: string): Recording {
  const recording = readRecording(readText(file));
  if (recording.ok) return recording.value;
  throw new UsageError(`${file}: ${recording.error}; take it out of the folder to replay the rest`);
}
