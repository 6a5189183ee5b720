import type { JsonObject } from "../../lib/json/value.ts";

/** The result of a vector's op: undefined where it is as expected, else the difference in words. */
export type Op = (vector: JsonObject) => string | undefined | Promise<string | undefined>;
