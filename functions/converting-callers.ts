import { convertingCallersOf } from "../lib/hosts/lambda/converting-callers.ts";
import { log } from "./log.ts";

/** Who may call. Loaded as soon as the function starts, before its kinds. */
export const callers = convertingCallersOf(process.env, log);
