import { recordingService } from "../../service/recording/recording-service.ts";
import type { Service } from "../../service/review-service.ts";
import { logFault } from "./fault-log.ts";
import type { S3RecorderOptions } from "./s3-recordings.ts";

/**
 * A service that records a share of its reviews in S3, redacted: `CUSTOMHOUSE_RECORDINGS_SHARE`, from 0 to 1, in the
 * bucket `CUSTOMHOUSE_RECORDINGS_BUCKET`. The given service itself where either is missing or the share is 0.
 *
 * Lambda freezes a function after its response, so the response to a sampled review waits for its recording: at most 2 s,
 * and never beyond its deadline. A recording that fails does not change the response.
 */
export function sampledRecording(service: Service, options: S3RecorderOptions): Service {
  const { environment, onFault = logFault } = options;
  const { CUSTOMHOUSE_RECORDINGS_BUCKET: bucket, CUSTOMHOUSE_RECORDINGS_SHARE: share = "0" } =
    environment;
  if (!bucket || Number(share) === 0) return service;
  // Loaded while the function starts, so that no response waits for it.
  const recorder = import("./s3-recordings.ts").then(
    ({ s3Recorder }) => s3Recorder(bucket, options),
    (fault) => onFault("the recorder could not be loaded", fault),
  );
  return recordingService(service, async (review) => (await recorder)?.(review));
}
