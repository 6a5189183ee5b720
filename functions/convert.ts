import { lambdaHandler } from "../lib/hosts/lambda/handler.ts";
import { converting } from "../lib/service/verbs/converting.ts";
import { callers } from "./converting-callers.ts";
import { serviceOf } from "./service.ts";

export const handler = lambdaHandler("convert", { service: serviceOf(converting), callers });
