import { lambdaLog } from "../lib/hosts/lambda/log.ts";

/** The log of a Lambda function. Its lines include metrics for CloudWatch, in the namespace that the environment names. */
export const log = lambdaLog(process.env);
