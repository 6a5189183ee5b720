import { lambdaHandler } from "../lib/hosts/lambda/handler.ts";
import { service } from "./service.ts";

export const handler = lambdaHandler("convert", service);
