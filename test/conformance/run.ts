// npm run conformance -- LABEL=URL...: sends reviews to any webhook that converts the example kinds, and prints the faults for each
// probe. `--ca FILE` names the CA of https urls. Exit code 1 when any response is wrong, 2 when the command line is.
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { probes } from "./probes.ts";
import { send, type Webhook } from "./webhook.ts";

const { values, positionals } = parseArgs({
  options: { ca: { type: "string" } },
  allowPositionals: true,
});
const ca = values.ca === undefined ? {} : { ca: readFileSync(values.ca, "utf8") };
const webhooks = positionals.map((text): Webhook & { readonly label: string } => {
  const [label = "", url = ""] = text.split(/=(.*)/);
  return { label, url, ...ca };
});
if (webhooks.length === 0 || webhooks.some(({ url }) => !URL.canParse(url))) {
  console.error("npm run conformance -- [--ca FILE] LABEL=URL...");
  process.exit(2);
}

for (const webhook of webhooks) {
  let wrong = 0;
  for (const { name, call, faults } of probes) {
    const found = faults(await send(webhook, call));
    if (found.length > 0) wrong++;
    for (const fault of found) console.log(`${webhook.label}: ${name}: ${fault}`);
  }
  console.log(`${webhook.label}: ${probes.length - wrong} right, ${wrong} wrong`);
  if (wrong > 0) process.exitCode = 1;
}
