import { lambdaHandler } from "../lib/hosts/lambda/handler.ts";
import { converting } from "../lib/hosts/verbs/converting.ts";
import { callers, serviceOf } from "./service.ts";

export const handler = lambdaHandler("convert", { service: serviceOf(converting), callers });
