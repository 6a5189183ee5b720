import { recordingService } from "../../service/recording/recording-service.ts";
import type { Service } from "../../service/review-service.ts";
import { logFault } from "./fault-log.ts";
import type { S3RecorderOptions } from "./s3-recordings.ts";

/**
 * Wraps a service so that a share of its reviews is recorded in S3, redacted. `CUSTOMHOUSE_RECORDINGS_SHARE` is the
 * share, from 0 to 1, and `CUSTOMHOUSE_RECORDINGS_BUCKET` the bucket. Returns the service unchanged if either is
 * missing or the share is 0.
 *
 * Lambda freezes a function after its response, so the response to a recorded review waits for the recording: at most 2 s,
 * and not beyond the review's deadline. A recording that fails does not change the response.
 */
export function sampledRecording(service: Service, options: S3RecorderOptions): Service {
  const { environment, onFault = logFault } = options;
  const { CUSTOMHOUSE_RECORDINGS_BUCKET: bucket, CUSTOMHOUSE_RECORDINGS_SHARE: share = "0" } =
    environment;
  if (!bucket || Number(share) === 0) return service;
  // Loaded while the function starts, so that no response has to wait for loading.
  const recorder = import("./s3-recordings.ts").then(
    ({ s3Recorder }) => s3Recorder(bucket, options),
    (fault) => onFault("the recorder could not be loaded", fault),
  );
  return recordingService(service, async (review) => (await recorder)?.(review));
}
