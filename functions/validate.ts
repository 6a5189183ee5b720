import { type LambdaHandler, lambdaHandler } from "../lib/hosts/lambda/handler.ts";
import type { Kind } from "../lib/kind/kind.ts";
import { validating } from "../lib/service/verbs/validating.ts";
import { callers } from "./callers.ts";
import { serviceOf } from "./service.ts";

/** The Lambda function for the validating webhook of these kinds. */
export function handlerOf(kinds: readonly Kind[]): LambdaHandler {
  return lambdaHandler("validate", { service: serviceOf(validating, kinds), callers });
}
