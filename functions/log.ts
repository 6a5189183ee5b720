import { lambdaLog } from "../lib/hosts/lambda/log.ts";

/** The log of this deployment. */
export const log = lambdaLog(process.env);
