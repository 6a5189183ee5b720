// node judge.ts FOLDER MUTANT SETTINGS: prints the verdict on one mutant, in its folder, of the kind in FOLDER, as JSON.
import { compiledKind, equivalenceTo, verdictOn } from "./outcome.ts";

const [folder = "", mutant = "", settings = ""] = process.argv.slice(2);
const kind = compiledKind(folder);
if (typeof kind === "string") throw new Error(kind);
const verdict = await verdictOn(compiledKind(mutant), JSON.parse(settings), (changed) =>
  equivalenceTo(kind, 2_000)(changed),
);
process.stdout.write(JSON.stringify(verdict));
