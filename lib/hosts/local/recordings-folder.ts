import { mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { deadlineOf } from "../../request/deadline.ts";
import { type RecordingOptions, reviewRecorder } from "../../service/recording/record-review.ts";
import { type Recording, recordingKey, recordingText } from "../../service/recording/recording.ts";
import type { AnsweredReview } from "../../service/recording/recording-service.ts";
import { addFile } from "./whole-file.ts";

/** The most bytes of reviews that wait to be recorded; beyond that new ones are not recorded, to save memory. */
const maxWaitingBytes = 64 * 1024 * 1024;

/** The bytes that a waiting review counts in addition to its body. */
const reviewBytes = 1024;

/** Records answered reviews in a folder, one file each. */
export interface RecordingsFolder {
  /** Queues a review and returns at once. */
  readonly record: (review: AnsweredReview) => undefined;
  /** Waits until all queued reviews are written. */
  readonly settled: () => Promise<void>;
}

/**
 * Records reviews in a folder one after another, so that recording uses at most one core. Files are complete or absent,
 * and only their owner may read them.
 * Errors: calls `onFault` once for each kind of fault, such as a failed write, and once if reviews arrive faster than
 * they can be recorded.
 */
export function recordingsFolder(
  folder: string,
  options: RecordingOptions,
  onFault: (message: string) => void,
): RecordingsFolder {
  const recordingOf = reviewRecorder(options);
  const reported = new Set<string>();
  const report = (message: string): void => {
    if (!reported.has(message)) onFault(message);
    reported.add(message);
  };
  let waiting = 0;
  let last = Promise.resolve();
  const keep = async (review: AnsweredReview): Promise<void> => {
    // Responses have priority: let the event loop handle what has arrived meanwhile.
    await setImmediate();
    const recording = await recordingOf(review, deadlineOf(null));
    if (recording === undefined) return;
    await mkdir(dirname(join(folder, recordingKey(recording))), { recursive: true, mode: 0o700 });
    await addRecording(folder, recording);
  };
  return {
    record: (review) => {
      const bytes = review.body.length + reviewBytes;
      if (waiting + bytes > maxWaitingBytes) {
        report("reviews come faster than they can be recorded: some are not recorded");
        return undefined;
      }
      waiting += bytes;
      last = last
        .then(() => keep(review))
        .catch((thrown: unknown) => report(`reviews cannot be recorded: ${faultName(thrown)}`))
        .finally(() => {
          waiting -= bytes;
        });
      return undefined;
    },
    settled: () => last,
  };
}

/** Adds a recording under the first name that is free or holds the same text. */
async function addRecording(folder: string, recording: Recording): Promise<void> {
  const text = recordingText(recording);
  let number = 1;
  const add = () => addFile(join(folder, recordingKey(recording, number)), text, 0o600);
  while ((await add()) !== text) number += 1;
}

/** The error without the file's name, so that the same fault is reported once. */
function faultName(thrown: unknown): string {
  if (!(thrown instanceof Error)) return "a fault without a name";
  return "code" in thrown ? String(thrown.code) : thrown.name;
}
