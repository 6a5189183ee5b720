import { lambdaLog } from "../lib/hosts/lambda/log.ts";

/** Where this deployment writes its lines. */
export const log = lambdaLog(process.env);
