import type { JsonObject } from "../../lib/json/value.ts";

/** What a vector's op answers: undefined where it holds, else a short difference in words. */
export type Op = (vector: JsonObject) => string | undefined | Promise<string | undefined>;
