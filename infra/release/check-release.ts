// node infra/release/check-release.ts TAG: checks that a tag may be published. Exit code 1, with a line for each reason why not.
import { readFileSync } from "node:fs";
import { pathOf } from "../build/root.ts";
import { releaseFaults } from "./release-faults.ts";

const [, , tag = ""] = process.argv;
const [packageJson = "", changelog = ""] = ["package.json", "CHANGELOG.md"].map((file) =>
  readFileSync(pathOf(file), "utf8"),
);
const faults = releaseFaults({ tag, packageJson, changelog });
for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exitCode = 1;
