import { lambdaHandler } from "../lib/hosts/lambda/handler.ts";
import { mutating } from "../lib/service/verbs/mutating.ts";
import { callers } from "./callers.ts";
import { serviceOf } from "./service.ts";

export const handler = lambdaHandler("mutate", { service: serviceOf(mutating), callers });
