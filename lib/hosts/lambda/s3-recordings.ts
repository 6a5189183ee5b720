import { AwsClient } from "aws4fetch";
import { type Deadline, deadlineOf } from "../../request/deadline.ts";
import { type RecordingOptions, reviewRecorder } from "../../service/recording/record-review.ts";
import { type Recording, recordingKey, recordingText } from "../../service/recording/recording.ts";
import type { SeenReview } from "../../service/recording/recording-service.ts";
import type { Environment } from "./environment.ts";
import { logFault } from "./fault-log.ts";

/** Longest time that an answer waits for its recording. */
const limitMs = 2_000;

export interface S3RecorderOptions extends RecordingOptions {
  /** `process.env` in a function. */
  readonly environment: Environment;
  /** From 0 to below 1, for each review. Default `Math.random`. */
  readonly random?: () => number;
  /** Hears what went wrong; nobody else does. Default: a line of the log. */
  readonly onFault?: typeof logFault;
}

/**
 * Records a share of the reviews in a bucket, one object each. The function's own role signs; the bucket's defaults encrypt.
 * `AWS_ENDPOINT_URL_S3` or `AWS_ENDPOINT_URL` names another endpoint, the bucket then being the first segment of the path.
 * What is given back keeps its promise in 2 s, before the review's deadline, and never throws.
 */
export function s3Recorder(
  bucket: string,
  options: S3RecorderOptions,
): (seen: SeenReview) => Promise<void> {
  const { environment, random = Math.random, onFault = logFault } = options;
  const share = Number(environment["CUSTOMHOUSE_RECORDINGS_SHARE"]);
  if (!(share >= 0 && share <= 1)) {
    const what = "CUSTOMHOUSE_RECORDINGS_SHARE takes a number from 0 to 1: nothing is recorded";
    onFault(what, new RangeError(what));
    return () => Promise.resolve();
  }
  const recordingOf = reviewRecorder(options);
  const record = async (seen: SeenReview, signal: AbortSignal): Promise<void> => {
    const recording = await recordingOf(seen, deadlineFor(seen));
    if (recording !== undefined && !signal.aborted) {
      await put(recording, { bucket, environment, signal });
    }
  };
  return async (seen) => {
    if (random() >= share) return;
    const signal = AbortSignal.any([seen.deadline.signals().signal, AbortSignal.timeout(limitMs)]);
    await Promise.race([record(seen, signal), aborted(signal)]).catch((thrown) =>
      onFault("a review was not recorded", thrown),
    );
  };
}

/** The sooner of the review's own deadline and what a recording may take. */
function deadlineFor(seen: SeenReview): Deadline {
  const own = deadlineOf(null, limitMs);
  return { ...own, expired: () => own.expired() || seen.deadline.expired() };
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}

/**
 * Puts it at the first key that is free. The role may write objects but not read them, so a request that is repeated after
 * an error of S3 can leave the same recording twice.
 *
 * Errors: rejects with {@link S3Refusal}, or with what keeps S3 from being asked.
 */
async function put(
  recording: Recording,
  {
    bucket,
    environment,
    signal,
  }: {
    readonly bucket: string;
    readonly environment: Environment;
    readonly signal: AbortSignal;
  },
): Promise<void> {
  const region = environment["AWS_REGION"] ?? "us-east-1";
  const url = bucketUrl(bucket, region, environment);
  const body = recordingText(recording);
  for (let number = 1; ; number += 1) {
    const response = await clientOf(region, environment).fetch(
      `${url}/${recordingKey(recording, number)}`,
      {
        method: "PUT",
        headers: { "Content-Type": "application/json", "If-None-Match": "*" },
        body,
        signal,
      },
    );
    const text = await response.text();
    if (response.ok) return;
    if (response.status === keyIsTaken) continue;
    throw new S3Refusal(response.status, /<Code>(\w{1,64})<\/Code>/.exec(text)?.[1]);
  }
}

/** The HTTP status for `If-None-Match: *` where the bucket has an object of that key. */
const keyIsTaken = 412;

/** S3 did not take a recording: its code and nothing of its text, which repeats what it was sent. */
class S3Refusal extends Error {
  override readonly name = "S3Refusal";
  readonly code: string;

  constructor(status: number, code = `HTTP ${status}`) {
    super(`S3 answered ${status}`);
    this.code = code;
  }
}

/** A client of its own for each request: Lambda may hand the environment new credentials between two. */
function clientOf(region: string, environment: Environment): AwsClient {
  const sessionToken = environment["AWS_SESSION_TOKEN"];
  return new AwsClient({
    accessKeyId: environment["AWS_ACCESS_KEY_ID"] ?? "",
    secretAccessKey: environment["AWS_SECRET_ACCESS_KEY"] ?? "",
    ...(sessionToken !== undefined && { sessionToken }),
    service: "s3",
    region,
    retries: 1,
  });
}

/** Where a bucket's objects are put; AWS's other partitions need an endpoint of their own. */
export function bucketUrl(bucket: string, region: string, environment: Environment): string {
  const endpoint = environment["AWS_ENDPOINT_URL_S3"] ?? environment["AWS_ENDPOINT_URL"];
  if (endpoint !== undefined) return `${endpoint.replace(/\/$/, "")}/${bucket}`;
  const suffix = region.startsWith("cn-") ? "amazonaws.com.cn" : "amazonaws.com";
  return `https://${bucket}.s3.${region}.${suffix}`;
}
