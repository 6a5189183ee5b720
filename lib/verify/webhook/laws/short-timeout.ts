import type { Law } from "../../laws/law.ts";
import { sameByWay } from "./same-by-way.ts";

/** Each caller names its own timeout in the query. That of conversions is 30 s today. */
export const shortTimeout: Law = {
  name: "short-timeout",
  statement: "with ?timeout=5s a result is the same, and comes within 5 seconds",
  trial: (pair) => sameByWay(pair, "short-timeout", "with ?timeout=5s"),
};
