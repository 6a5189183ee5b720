// Looks one object up and prints the result, or the error: for settings that a process reads from its environment at start.
import { connectCluster } from "../../lib/cluster/cluster-lookup.ts";

const [server = "", certificateAuthority = ""] = process.argv.slice(2);
const key = { group: "g.example.com", version: "v1", resource: "toppings", name: "tomato" };
const connection = connectCluster({ server, certificateAuthority });
try {
  console.log(await connection.lookup().exists(key, AbortSignal.timeout(20_000)));
} catch (error) {
  console.log(String(error));
}
