import { callersOf } from "../lib/hosts/lambda/callers.ts";
import { log } from "./log.ts";

/** Who may call, with the way to ask their clusters; read as soon as the function starts. */
export const callers = callersOf(process.env, log);
