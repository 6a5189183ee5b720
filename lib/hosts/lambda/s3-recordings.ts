import { AwsClient } from "aws4fetch";
import type { Deadline } from "../deadline.ts";
import { type RecordingOptions, reviewRecorder } from "../recording/record-review.ts";
import { recordingKey, recordingText } from "../recording/recording.ts";
import type { SeenReview } from "../recording/recording-service.ts";

/** A function's environment, as far as it says where recordings go. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Makes a recording and puts it into a bucket; the signal ends the request under way. */
export type S3Recorder = (
  seen: SeenReview,
  deadline: Deadline,
  signal: AbortSignal,
) => Promise<void>;

/**
 * Records reviews in a bucket, one object each. The function's own role signs; the bucket's defaults encrypt.
 * `AWS_ENDPOINT_URL_S3` or `AWS_ENDPOINT_URL` names another endpoint, the bucket then being the first segment of the path.
 *
 * Errors: rejects with what S3 says, in its code alone: its texts repeat what it was sent.
 */
export function s3Recorder(
  bucket: string,
  options: RecordingOptions,
  environment: Environment,
): S3Recorder {
  const recordingOf = reviewRecorder(options);
  const region = environment["AWS_REGION"] ?? "us-east-1";
  const url = bucketUrl(bucket, region, environment);
  return async (seen, deadline, signal) => {
    const recording = await recordingOf(seen, deadline);
    if (recording === undefined || signal.aborted) return;
    const response = await clientOf(region, environment).fetch(
      `${url}/${recordingKey(recording)}`,
      {
        method: "PUT",
        headers: { "Content-Type": "application/json" },
        body: recordingText(recording),
        signal,
      },
    );
    const text = await response.text();
    if (response.ok) return;
    const code = /<Code>(\w{1,64})<\/Code>/.exec(text)?.[1] ?? "without a code";
    throw new Error(`S3 answered ${response.status} ${code} for bucket ${bucket}`);
  };
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
