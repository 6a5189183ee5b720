import { recordingService } from "../../service/recording/recording-service.ts";
import type { Service } from "../../service/review-service.ts";
import { logFault } from "./fault-log.ts";
import type { S3RecorderOptions } from "./s3-recordings.ts";

/**
 * A service of which a share of the reviews is recorded in S3, redacted: `CUSTOMHOUSE_RECORDINGS_SHARE` of them, from 0 to
 * 1, in the bucket `CUSTOMHOUSE_RECORDINGS_BUCKET`. The very same service where either is missing or the share is 0.
 *
 * Lambda freezes a function as soon as it has answered, so a sampled review waits for its recording: at most 2 s, and
 * never beyond its deadline. A recording that fails costs its answer nothing but that time.
 */
export function sampledRecording(service: Service, options: S3RecorderOptions): Service {
  const { environment, onFault = logFault } = options;
  const bucket = environment["CUSTOMHOUSE_RECORDINGS_BUCKET"];
  if (!bucket || Number(environment["CUSTOMHOUSE_RECORDINGS_SHARE"] ?? 0) === 0) return service;
  // Loaded at once, while the function starts: that time is nobody's answer's. It costs nothing where it is off.
  const recorder = import("./s3-recordings.ts").then(
    ({ s3Recorder }) => s3Recorder(bucket, options),
    (fault) => onFault("the recorder could not be loaded", fault),
  );
  return recordingService(service, async (seen) => (await recorder)?.(seen));
}
