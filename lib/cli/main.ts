#!/usr/bin/env node
import { runOnNewerNode } from "./newer-node.ts";

// Other modules are loaded only after this check, because an old Node might fail to load them with a stack trace.
const code = runOnNewerNode();
if (code === undefined) {
  process.exitCode = 1; // the exit code if Node ends because the verb's promise can no longer settle
  import("./command-line.ts")
    .then(({ runCommandLine }) => runCommandLine(process.argv.slice(2)))
    .then((ended) => {
      process.exitCode = ended;
    });
} else {
  process.exitCode = code;
}
