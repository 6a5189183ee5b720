// The service as `customhouse serve` has it, over plain HTTP as the peers are: prints its url, then a line for each review.
// kube-apiserver calls https only, so nothing but the bench has a server like this.
import { createServer } from "node:http";
import { everybody } from "../../../lib/callers/callers.ts";
import { fixedLookup } from "../../../lib/cluster/fixed-lookup.ts";
import { bufferedLines } from "../../../lib/hosts/local/buffered-lines.ts";
import { requestListener } from "../../../lib/hosts/local/request-listener.ts";
import { logEntry } from "../../../lib/request/log.ts";
import { createService } from "../../../lib/service/service.ts";
import { kinds } from "../../support/example-kinds.ts";
import { portOf } from "../../support/local-port.ts";

const samples = kinds.flatMap((kind) => kind.samples);
const lines = bufferedLines((text) => process.stdout.write(`${text}\n`));
const service = createService({
  kinds,
  lookup: fixedLookup(kinds, samples),
  log: (line) => lines.add(JSON.stringify(logEntry(line))),
});
const server = createServer(requestListener({ service, callers: everybody }));
server.listen(0, "127.0.0.1", () => {
  console.log(`http://127.0.0.1:${portOf(server)}`);
});
