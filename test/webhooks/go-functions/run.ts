import { tmpdir } from "node:os";
import { join } from "node:path";
import { kindFromFiles } from "../../../lib/cli/kinds/kinds.ts";
import { type BlockingPort, openBlockingPort } from "../../../lib/cli/wire/blocking-port.ts";
import { learnedThrough, wrongPlaces } from "../../support/learn/learned-kind.ts";
import { seed } from "../../support/seed.ts";
import { buildServer, startServer } from "./go-server.ts";
import { goOperators, leastShare } from "./operators.ts";

const runs = 200;
const buildFolder = join(tmpdir(), "customhouse-go-functions");
const limits = {
  maxReviews: Number.POSITIVE_INFINITY,
  maxSeconds: Number.POSITIVE_INFINITY,
  isCareful: false,
};

/** Learns a kind, prints its row, and returns whether enough was found and nothing wrong. */
function tryKind(port: BlockingPort, name: string): boolean {
  const kind = kindFromFiles(`test/operators/${name}`);
  const learned = learnedThrough(port, kind, { seed, runs });
  const wrong = wrongPlaces(learned, { seed: seed + 1, runs });
  const { differing, recovered, share } = learned.fields;
  const marked = learned.lens.rules.filter(({ reasons }) => reasons.length > 0);
  const cells = [
    kind.kind,
    differing.length,
    `${recovered.length} (${Math.round(100 * share)} %)`,
    differing.length - recovered.length,
    `${learned.lens.rules.length} (${marked.length})`,
    wrong.length,
  ];
  console.log(`| ${cells.join(" | ")} |`);
  for (const place of wrong) console.error(`${name}: ${place}: the rules are wrong (seed ${seed})`);
  return wrong.length === 0 && share >= leastShare;
}

const asked = process.argv.slice(2);
let isPassed = true;
console.log("| kind | fields that differ | recovered | TODO | rules (with TODO) | wrong |");
console.log("| --- | --: | --: | --: | --: | --: |");
for (const operator of goOperators) {
  const kinds = operator.kinds.filter((name) => asked.length === 0 || asked.includes(name));
  if (kinds.length === 0) continue;
  const server = await startServer(buildServer(operator, buildFolder));
  const port = openBlockingPort({ url: server.url, timeoutSeconds: 30 }, limits);
  try {
    for (const name of kinds) isPassed = tryKind(port, name) && isPassed;
  } finally {
    await port.close();
    server.stop();
  }
}
process.exitCode = isPassed ? 0 : 1;
