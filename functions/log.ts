import { lambdaLog } from "../lib/hosts/lambda/log.ts";

/** The log of a function, with metrics for CloudWatch, as the environment sets them. */
export const log = lambdaLog(process.env);
