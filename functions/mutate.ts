import { type LambdaHandler, lambdaHandler } from "../lib/hosts/lambda/handler.ts";
import type { Kind } from "../lib/kind/kind.ts";
import { mutating } from "../lib/service/verbs/mutating.ts";
import { callers } from "./callers.ts";
import { serviceOf } from "./service.ts";

/** The Lambda function for the mutating webhook of these kinds. */
export function handlerOf(kinds: readonly Kind[]): LambdaHandler {
  return lambdaHandler("mutate", { service: serviceOf(mutating, kinds), callers });
}
