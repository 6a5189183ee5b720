import { AwsClient } from "aws4fetch";
import { type Deadline, deadlineOf } from "../../request/deadline.ts";
import { type RecordingOptions, reviewRecorder } from "../../service/recording/record-review.ts";
import { type Recording, recordingKey, recordingText } from "../../service/recording/recording.ts";
import type { CompletedReview } from "../../service/recording/recording-service.ts";
import type { Environment } from "./environment.ts";
import { logFault } from "./fault-log.ts";

/**
 * The longest time that a response waits for its recording, in ms. The number is a choice: a missing recording is better than a
 * late response, and most of the 10 s of an admission are left.
 */
const limitMs = 2_000;

/** The options of the S3 recorder: those of recording, the environment variables, and a callback for faults. */
export interface S3RecorderOptions extends RecordingOptions {
  /** The environment variables with credentials and settings: `process.env` in a function. */
  readonly environment: Environment;
  /** Returns a number from 0 to below 1, once for each review. Default `Math.random`. */
  readonly random?: () => number;
  /** Called for each fault. Default: writes to the log. */
  readonly onFault?: typeof logFault;
}

/**
 * Records a share of the reviews in an S3 bucket, one object for each review. Uses the function's role and the bucket's
 * default encryption. `AWS_ENDPOINT_URL_S3` or `AWS_ENDPOINT_URL` sets another endpoint, with the bucket as first
 * segment of the path. The recorder's promise settles within 2 s and before the review's deadline, and never rejects.
 */
export function s3Recorder(
  bucket: string,
  options: S3RecorderOptions,
): (review: CompletedReview) => Promise<void> {
  const { environment, random = Math.random, onFault = logFault } = options;
  const share = Number(environment["CUSTOMHOUSE_RECORDINGS_SHARE"]);
  if (!(share >= 0 && share <= 1)) {
    const what = "CUSTOMHOUSE_RECORDINGS_SHARE must be a number from 0 to 1: nothing is recorded";
    onFault(what, new RangeError(what));
    return () => Promise.resolve();
  }
  const recordingOf = reviewRecorder(options);
  const record = async (review: CompletedReview, signal: AbortSignal): Promise<void> => {
    const recording = await recordingOf(review, deadlineFor(review));
    if (recording !== undefined && !signal.aborted) {
      await putRecording(recording, { bucket, environment, signal });
    }
  };
  return async (review) => {
    if (random() >= share) return;
    const signal = AbortSignal.any([
      review.deadline.signals().signal,
      AbortSignal.timeout(limitMs),
    ]);
    await Promise.race([record(review, signal), rejectOnAbort(signal)]).catch((thrown) =>
      onFault("a review was not recorded", thrown),
    );
  };
}

/** The earlier of the review's deadline and {@link limitMs} from now. */
function deadlineFor(review: CompletedReview): Deadline {
  const own = deadlineOf(null, limitMs);
  return { ...own, expired: () => own.expired() || review.deadline.expired() };
}

function rejectOnAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}

/**
 * Stores a recording under the first free key. A retry after an error of S3 can store the same recording twice, because
 * the role may write objects but not read them.
 *
 * Errors: rejects with {@link S3Refusal}, {@link MissingVariable}, or the error of a request that did not reach S3.
 */
async function putRecording(
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
  const { AWS_REGION: region = "us-east-1" } = environment;
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

/** The HTTP status of S3 for a write with `If-None-Match: *` if the bucket already has an object with the key. */
const keyIsTaken = 412;

/** Thrown if S3 refuses to store a recording. It has S3's error code but not S3's text, which repeats the request. */
class S3Refusal extends Error {
  override readonly name = "S3Refusal";
  readonly code: string;

  constructor(status: number, code = `HTTP ${status}`) {
    super(`S3 responded with ${status}`);
    this.code = code;
  }
}

/** Thrown if the environment lacks a variable that Lambda always sets. `code` is its name, which the log shows. */
class MissingVariable extends Error {
  override readonly name = "MissingVariable";
  readonly code: string;

  constructor(code: string) {
    super(`${code} is not set`);
    this.code = code;
  }
}

/** Creates a client, a new one for each request: Lambda may change the credentials in the environment between requests. */
function clientOf(region: string, environment: Environment): AwsClient {
  const sessionToken = environment["AWS_SESSION_TOKEN"];
  return new AwsClient({
    accessKeyId: variable("AWS_ACCESS_KEY_ID", environment),
    secretAccessKey: variable("AWS_SECRET_ACCESS_KEY", environment),
    ...(sessionToken !== undefined && { sessionToken }),
    service: "s3",
    region,
    retries: 1,
  });
}

function variable(name: string, environment: Environment): string {
  const value = environment[name];
  if (value === undefined) throw new MissingVariable(name);
  return value;
}

/** The URL of a bucket. Without an endpoint in the environment, only regions under amazonaws.com and amazonaws.com.cn work. */
export function bucketUrl(bucket: string, region: string, environment: Environment): string {
  const endpoint = environment["AWS_ENDPOINT_URL_S3"] ?? environment["AWS_ENDPOINT_URL"];
  if (endpoint !== undefined) return `${endpoint.replace(/\/$/, "")}/${bucket}`;
  const suffix = region.startsWith("cn-") ? "amazonaws.com.cn" : "amazonaws.com";
  return `https://${bucket}.s3.${region}.${suffix}`;
}
