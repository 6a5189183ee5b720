import { callersOf } from "../lib/hosts/lambda/callers.ts";
import { log } from "./log.ts";

/** Who may call, with lookups in the callers' clusters. The secret is loaded as soon as the function starts. */
export const callers = callersOf(process.env, log);
