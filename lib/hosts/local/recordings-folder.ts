import { mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { deadlineOf } from "../../request/deadline.ts";
import { type RecordingOptions, reviewRecorder } from "../../service/recording/record-review.ts";
import { type Recording, recordingKey, recordingText } from "../../service/recording/recording.ts";
import type { SeenReview } from "../../service/recording/recording-service.ts";
import { addFile } from "./whole-file.ts";

/** Bytes of reviews that wait to be recorded; beyond, new ones are let go: memory is for answers. */
const maxWaitingBytes = 64 * 1024 * 1024;

/** What a review takes beside its body. */
const reviewBytes = 1024;

/** Records reviews in a folder, one file each, after they were answered. */
export interface RecordingsFolder {
  /** Takes a review and returns at once. */
  readonly record: (seen: SeenReview) => undefined;
  /** Waits until all that was taken is written. */
  readonly settled: () => Promise<void>;
}

/**
 * Records in a folder, one review after another, so that recording takes at most one core's share from answering. Files are
 * whole or not there, and only their owner reads them.
 *
 * Errors: `onFault` hears each kind of fault once: what cannot be written, and that reviews come faster than that.
 */
export function recordingsFolder(
  folder: string,
  options: RecordingOptions,
  onFault: (message: string) => void,
): RecordingsFolder {
  const recordingOf = reviewRecorder(options);
  const told = new Set<string>();
  const tell = (message: string): void => {
    if (!told.has(message)) onFault(message);
    told.add(message);
  };
  let waiting = 0;
  let last = Promise.resolve();
  const keep = async (seen: SeenReview): Promise<void> => {
    // Answers first: a turn of the event loop goes to what has arrived meanwhile.
    await setImmediate();
    const recording = await recordingOf(seen, deadlineOf(null));
    if (recording === undefined) return;
    await mkdir(dirname(join(folder, recordingKey(recording))), { recursive: true, mode: 0o700 });
    await addRecording(folder, recording);
  };
  return {
    record: (seen) => {
      const bytes = seen.body.length + reviewBytes;
      if (waiting + bytes > maxWaitingBytes) {
        tell("reviews come faster than they can be recorded: some are not");
        return undefined;
      }
      waiting += bytes;
      last = last
        .then(() => keep(seen))
        .catch((thrown: unknown) => tell(`reviews cannot be recorded: ${nameOf(thrown)}`))
        .finally(() => {
          waiting -= bytes;
        });
      return undefined;
    },
    settled: () => last,
  };
}

/** Adds it under the first name that is free, or that holds the same. */
async function addRecording(folder: string, recording: Recording): Promise<void> {
  const text = recordingText(recording);
  let number = 1;
  const add = () => addFile(join(folder, recordingKey(recording, number)), text, 0o600);
  while ((await add()) !== text) number += 1;
}

/** What went wrong, without the file's name: it would be another fault each time. */
function nameOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return "a fault without a name";
  return "code" in thrown ? String(thrown.code) : thrown.name;
}
