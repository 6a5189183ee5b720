import fc from "fast-check";

// Setup of the test runs. One seed decides all random values, so that the same commit always gives the same result: the variable
// SEED, or 1. `.ci/run` computes SEED from the commit's files, so that each change is tried with other values than the one before.

export const seed = Number(process.env["SEED"] ?? 1);

fc.configureGlobal({ seed });
