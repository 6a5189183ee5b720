import type { Context } from "aws-lambda";

/** What the runtime of Lambda passes to a function beside its event. */
export function lambdaContext(remainingMs = 10_000): Context {
  const ended = (): void => {
    throw new Error("a function returns its response");
  };
  return {
    callbackWaitsForEmptyEventLoop: false,
    functionName: "convert",
    functionVersion: "1",
    invokedFunctionArn: "arn:aws:lambda:eu-central-1:123456789012:function:convert",
    memoryLimitInMB: "256",
    awsRequestId: "r",
    logGroupName: "/aws/lambda/convert",
    logStreamName: "s",
    getRemainingTimeInMillis: () => remainingMs,
    done: ended,
    fail: ended,
    succeed: ended,
  };
}
