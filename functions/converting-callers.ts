import { convertingCallersOf } from "../lib/hosts/lambda/converting-callers.ts";
import { log } from "./log.ts";

/** Who may call a function that only converts. Created before the kinds are loaded, to read the secret early. */
export const callers = convertingCallersOf(process.env, log);
