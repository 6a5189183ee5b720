import { convertingCallersOf } from "../lib/hosts/lambda/converting-callers.ts";
import { log } from "./log.ts";

/** Who may call a function that only converts. The secret is loaded as soon as the function starts, before its kinds. */
export const callers = convertingCallersOf(process.env, log);
