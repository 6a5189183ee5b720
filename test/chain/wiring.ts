import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "vitest";
import type { ControlPlane } from "../cluster/support/control-plane.ts";
import type { User } from "./user.ts";

/** The secret with the keys, as given to `customhouse keys`, and its environment. */
export interface KeyStore {
  readonly secret: readonly string[];
  readonly variables?: Readonly<Record<string, string>>;
}

/** Where a cluster finds the webhooks, as given to `customhouse manifests`, and the port of this machine that replaces it. */
export interface Gateway {
  readonly address: readonly string[];
  readonly port: number;
}

/** Makes the key of the cluster `prod`, as `customhouse keys` does, and returns it. */
export async function newKey(user: User, project: string, store: KeyStore): Promise<string> {
  const { secret, variables = {} } = store;
  const words = ["new", "--cluster", "prod", "--key-file", "prod.key", ...secret];
  await user.run({ folder: project, variables }, "npx", "customhouse", "keys", ...words);
  return (await readFile(join(project, "prod.key"), "utf8")).trim();
}

/** Applies what `customhouse manifests --check` prints, exactly as it is. */
export async function register(
  user: User,
  project: string,
  plane: ControlPlane,
  { address, port }: Gateway,
): Promise<string> {
  // The cluster trusts the gateway's authority as it trusts a public one; so does this machine.
  const authority = join(project, "gateway-ca.pem");
  await writeFile(authority, plane.ca);
  const where = { folder: project, variables: { NODE_EXTRA_CA_CERTS: authority } };
  const caller = ["--cluster", "prod", "--key-file", "prod.key"];
  const check = ["--check", "--connect", `localhost:${port}`];
  const words = ["manifests", ...address, ...caller, ...check];
  const printed = await user.run(where, "npx", "customhouse", ...words);
  const applied = await plane.kubectl(["apply", "--server-side", "-f", "-"], printed);
  expect(applied).toMatchObject({ code: 0 });
  return printed;
}
