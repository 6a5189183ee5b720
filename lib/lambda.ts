// `customhouse/lambda`: the service as AWS Lambda functions, behind an HTTP API or a function URL.
export { type LambdaHandler, lambdaHandler } from "./hosts/lambda/handler.ts";
export {
  type SampledRecordingOptions,
  sampledRecording,
} from "./hosts/lambda/sampled-recording.ts";
