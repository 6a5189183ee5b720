// `customhouse/lambda`: the service as AWS Lambda functions, behind an HTTP API, a REST API or a function URL.
export type { Callers } from "./callers/callers.ts";
export { callersOf } from "./hosts/lambda/callers.ts";
export { convertingCallersOf } from "./hosts/lambda/converting-callers.ts";
export type { Environment } from "./hosts/lambda/environment.ts";
export { type LambdaHandler, type LambdaOptions, lambdaHandler } from "./hosts/lambda/handler.ts";
export { lambdaLog } from "./hosts/lambda/log.ts";
export type { S3RecorderOptions } from "./hosts/lambda/s3-recordings.ts";
export { sampledRecording } from "./hosts/lambda/sampled-recording.ts";
