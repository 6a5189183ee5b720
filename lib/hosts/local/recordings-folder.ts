import { mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { deadlineOf } from "../../request/deadline.ts";
import { type RecordingOptions, reviewRecorder } from "../../service/recording/record-review.ts";
import { type Recording, recordingKey, recordingText } from "../../service/recording/recording.ts";
import type { CompletedReview } from "../../service/recording/recording-service.ts";
import { lastingBody } from "../../service/review-service.ts";
import { createFile } from "./atomic-file.ts";

/**
 * The most bytes of reviews that wait to be recorded. Further reviews are not recorded, to limit memory. The number is a
 * choice: a burst of lists fits, and a slow disk can't take the memory that serving needs.
 */
const maxWaitingBytes = 64 * 1024 * 1024;

/**
 * The bytes that each waiting review counts towards {@link maxWaitingBytes} in addition to its body. The number is a choice:
 * about what a small review takes besides its body, so that not even empty ones can wait without limit.
 */
const reviewBytes = 1024;

/** Records reviews in a folder, one file for each. */
export interface RecordingsFolder {
  /** Adds a review to the queue and returns at once. */
  readonly record: (review: CompletedReview) => undefined;
  /** Waits until all reviews in the queue are written. */
  readonly settled: () => Promise<void>;
}

/**
 * Records reviews in a folder, one after another, so that recording uses at most one core. A file is complete or
 * absent, and only its owner may read it. Errors: calls `onFault` once for each different fault, such as a failed write
 * or reviews that arrive faster than they can be recorded.
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
  const recordOne = async (review: CompletedReview): Promise<void> => {
    // Responses have priority: first let the event loop handle what has arrived.
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
        report("reviews arrive faster than they can be recorded: some are not recorded");
        return undefined;
      }
      waiting += bytes;
      const copied = { ...review, body: lastingBody(review.body) };
      last = last
        .then(() => recordOne(copied))
        .catch((thrown: unknown) =>
          report(`reviews cannot be recorded in ${folder}: ${faultName(thrown)}`),
        )
        .finally(() => {
          waiting -= bytes;
        });
      return undefined;
    },
    settled: () => last,
  };
}

/** Stores a recording under the first name that is free or already holds the same text. */
async function addRecording(folder: string, recording: Recording): Promise<void> {
  const text = recordingText(recording);
  let number = 1;
  const add = () => createFile(join(folder, recordingKey(recording, number)), text, 0o600);
  while ((await add()) !== text) number += 1;
}

/** Describes an error without the file's name, so that the same fault is reported only once. */
function faultName(thrown: unknown): string {
  if (!(thrown instanceof Error)) return "an unknown error";
  return "code" in thrown ? String(thrown.code) : thrown.name;
}
