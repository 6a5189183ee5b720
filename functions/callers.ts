import { callersOf } from "../lib/hosts/lambda/callers.ts";
import { log } from "./log.ts";

/** Who may call, with the connections to their clusters. Loaded as soon as the function starts. */
export const callers = callersOf(process.env, log);
