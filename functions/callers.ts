import { callersOf } from "../lib/hosts/lambda/callers.ts";
import { log } from "./log.ts";

/** Who may call, with lookups in the callers' clusters. Created as soon as the function starts, to read the secret early. */
export const callers = callersOf(process.env, log);
