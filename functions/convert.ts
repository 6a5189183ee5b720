import { type LambdaHandler, lambdaHandler } from "../lib/hosts/lambda/handler.ts";
import type { Kind } from "../lib/kind/kind.ts";
import { converting } from "../lib/service/verbs/converting.ts";
import { callers } from "./converting-callers.ts";
import { serviceOf } from "./service.ts";

/** The Lambda function that converts objects of these kinds. */
export function handlerOf(kinds: readonly Kind[]): LambdaHandler {
  return lambdaHandler("convert", { service: serviceOf(converting, kinds), callers });
}
