#!/usr/bin/env node
// npm create customhouse DIR -- --crd FILE: the same as customhouse init DIR --crd FILE.
import { fileURLToPath } from "node:url";

const main = new URL("dist/lib/cli/main.js", import.meta.resolve("customhouse/package.json"));
const [node, , ...words] = process.argv;
process.argv = [node, fileURLToPath(main), "init", ...words];
await import(main.href);
