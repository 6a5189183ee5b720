import { lambdaHandler } from "../lib/hosts/lambda/handler.ts";
import { callers, service } from "./service.ts";

export const handler = lambdaHandler("mutate", { service, callers });
