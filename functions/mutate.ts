import { lambdaHandler } from "../lib/hosts/lambda/handler.ts";
import { mutating } from "../lib/hosts/verbs/mutating.ts";
import { callers, serviceOf } from "./service.ts";

export const handler = lambdaHandler("mutate", { service: serviceOf(mutating), callers });
