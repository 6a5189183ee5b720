#!/usr/bin/env node
import { runOnNewerNode } from "./newer-node.ts";

// All else is loaded after this check: an old Node could fail on it with a stack instead of a message.
const code = runOnNewerNode();
if (code === undefined) {
  process.exitCode = 1; // remains if a verb never settles, because nothing that it waits for is pending
  import("./command-line.ts")
    .then(({ runCommandLine }) => runCommandLine(process.argv.slice(2)))
    .then((ended) => {
      process.exitCode = ended;
    });
} else {
  process.exitCode = code;
}
