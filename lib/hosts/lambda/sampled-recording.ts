import { type Deadline, deadlineOf } from "../deadline.ts";
import type { RecordingOptions } from "../recording/record-review.ts";
import { recordingService, type SeenReview } from "../recording/recording-service.ts";
import type { Service } from "../service.ts";
import type { Environment, S3Recorder } from "./s3-recordings.ts";

/** Longest time that an answer waits for its recording. */
const limitMs = 2_000;

export interface SampledRecordingOptions extends RecordingOptions {
  /** `process.env` in a function. */
  readonly environment: Environment;
  /** From 0 to below 1, for each review. Default `Math.random`. */
  readonly random?: () => number;
  /** Hears what went wrong; nobody else does. Default: a line of JSON on standard error. */
  readonly onFault?: (message: string) => void;
}

/**
 * A service of which a share of the reviews is recorded in S3, redacted: `CUSTOMHOUSE_RECORDINGS_SHARE` of them, from 0 to
 * 1, in the bucket `CUSTOMHOUSE_RECORDINGS_BUCKET`. The very same service where either is missing or the share is 0.
 *
 * Lambda freezes a function as soon as it has answered, so a sampled review waits for its recording: at most 2 s, and
 * never beyond its deadline. A recording that fails costs its answer nothing but that time.
 */
export function sampledRecording(service: Service, options: SampledRecordingOptions): Service {
  const { environment, random = Math.random, onFault = logFault } = options;
  const bucket = environment["CUSTOMHOUSE_RECORDINGS_BUCKET"] ?? "";
  const share = shareOf(environment["CUSTOMHOUSE_RECORDINGS_SHARE"]);
  if (share === undefined) {
    onFault("CUSTOMHOUSE_RECORDINGS_SHARE takes a number from 0 to 1: nothing is recorded");
  }
  if (bucket === "" || share === undefined || share === 0) return service;
  // Loaded at once, while the function starts: that time is nobody's answer's. It costs nothing where it is off.
  const recorder = import("./s3-recordings.ts").then(({ s3Recorder }) =>
    s3Recorder(bucket, options, environment),
  );
  recorder.catch(() => undefined);
  return recordingService(service, (seen) =>
    random() < share ? recordInTime(recorder, seen, onFault) : undefined,
  );
}

function shareOf(text = ""): number | undefined {
  const share = text.trim() === "" ? 0 : Number(text);
  return share >= 0 && share <= 1 ? share : undefined;
}

async function recordInTime(
  recorder: Promise<S3Recorder>,
  seen: SeenReview,
  onFault: (message: string) => void,
): Promise<void> {
  const own = deadlineOf(null, limitMs);
  const deadline: Deadline = {
    expired: () => own.expired() || seen.deadline.expired(),
    signals: own.signals,
  };
  const signal = AbortSignal.any([seen.deadline.signals().signal, AbortSignal.timeout(limitMs)]);
  try {
    const record = await recorder;
    await Promise.race([record(seen, deadline, signal), aborted(signal)]);
  } catch (thrown) {
    onFault(`a review was not recorded: ${textOf(thrown)}`);
  }
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}

/** A fault's own words, and the code of what caused it; no stack. */
function textOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return "a fault without a name";
  const { cause } = thrown;
  const code = cause instanceof Error && "code" in cause ? ` (${String(cause.code)})` : "";
  return `${thrown.message}${code}`;
}

function logFault(message: string): void {
  console.error(JSON.stringify({ recording: message }));
}
