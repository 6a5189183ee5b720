import { lambdaHandler } from "../lib/hosts/lambda/handler.ts";
import { validating } from "../lib/service/verbs/validating.ts";
import { callers } from "./callers.ts";
import { serviceOf } from "./service.ts";

export const handler = lambdaHandler("validate", { service: serviceOf(validating), callers });
