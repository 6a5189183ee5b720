import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isObject, type JsonObject, member } from "../../lib/json/value.ts";
import { stringify } from "../../lib/json/write.ts";
import { startApiServer } from "./api-server.ts";
import { kinds } from "./example-kinds.ts";

/** A server that holds the sample toppings, for functions whose reviews come from no cluster. */
export interface RehearsalCluster extends AsyncDisposable {
  /** A file for `CUSTOMHOUSE_SECRETS_FILE`, with the key of the recorded events and the url of this server. */
  readonly secretsFile: string;
}

/** The path below which kube-apiserver serves toppings. */
const toppings = "/apis/restaurant.programming-kubernetes.info/v1alpha1/toppings/";

/** Starts a server that responds to a lookup of a topping like kube-apiserver. */
export async function startRehearsalCluster(): Promise<RehearsalCluster> {
  const server = await startApiServer();
  server.answer(({ url = "" }, response) => {
    const name = decodeURIComponent(url.slice(toppings.length));
    const topping = url.startsWith(toppings) ? toppingNamed(name) : undefined;
    response.writeHead(topping === undefined ? 404 : 200, { "Content-Type": "application/json" });
    response.end(stringify(topping ?? absent(name)));
  });
  const folder = await mkdtemp(join(tmpdir(), "rehearsal-"));
  const secretsFile = join(folder, "secrets.json");
  const { clusters } = JSON.parse(
    await readFile(new URL("../payloads/secrets.json", import.meta.url), "utf8"),
  );
  const access = { server: server.url, certificateAuthority: server.ca, token: "rehearsal" };
  const rehearsal = { ...clusters.rehearsal, ...access };
  await writeFile(secretsFile, JSON.stringify({ clusters: { rehearsal } }), { mode: 0o600 });
  return {
    secretsFile,
    [Symbol.asyncDispose]: async () => {
      await server.close();
      await rm(folder, { recursive: true });
    },
  };
}

function toppingNamed(name: string): JsonObject | undefined {
  return kinds
    .flatMap(({ samples }) => samples)
    .find((sample) => member(sample, "kind") === "Topping" && nameOf(sample) === name);
}

function nameOf(object: JsonObject): unknown {
  const metadata = member(object, "metadata");
  return isObject(metadata) ? member(metadata, "name") : undefined;
}

function absent(name: string): JsonObject {
  return {
    kind: "Status",
    apiVersion: "v1",
    metadata: {},
    status: "Failure",
    message: `toppings "${name}" not found`,
    reason: "NotFound",
    details: { name, group: "restaurant.programming-kubernetes.info", kind: "toppings" },
    code: 404,
  };
}
