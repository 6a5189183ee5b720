#!/usr/bin/env node
import { runOnNewerNode } from "./newer-node.ts";

// All else is loaded after the check: an old Node could fail on it, in a stack instead of a line.
const code = runOnNewerNode();
if (code === undefined) {
  process.exitCode = 1; // stays where a verb never ends: nothing it waits for is under way any more
  import("./command-line.ts")
    .then(({ runCommandLine }) => runCommandLine(process.argv.slice(2)))
    .then((ended) => {
      process.exitCode = ended;
    });
} else {
  process.exitCode = code;
}
