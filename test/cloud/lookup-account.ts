import { createPrivateKey, sign } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { lookupTargets } from "../../lib/cli/kinds/registered-kind.ts";
import { lookupAccess } from "../../lib/cli/verbs/manifests/lookup-access.ts";
import { isObject, member } from "../../lib/json/value.ts";
import type { ControlPlane } from "../cluster/support/control-plane.ts";
import { nameOf, openResource } from "../cluster/support/resource.ts";
import { kinds } from "../support/example-kinds.ts";

const namespace = "default";

/** The account that looks things up in the cluster, as `customhouse manifests` writes it. */
export interface LookUpAccount {
  /** A token of an hour. */
  readonly token: string;
  /** One that ended an hour ago. */
  expiredToken(): Promise<string>;
  /** Gives or takes the right to read what the example kinds look up. */
  allow(isAllowed: boolean): Promise<void>;
}

/** Makes the account with kubectl, and a token of it. */
export async function makeAccount(plane: ControlPlane): Promise<LookUpAccount> {
  const items = lookupAccess(kinds.flatMap(lookupTargets), namespace);
  await plane.kubectl(["apply", "-f", "-"], listOf(items));
  const ofKind = (kind: string) => items.filter((item) => member(item, "kind") === kind);
  const [user = {}] = ofKind("ServiceAccount");
  const [binding = {}] = ofKind("ClusterRoleBinding");
  const token = await tokenOf(plane, nameOf(user));
  const bindings = openResource(plane.client, {
    group: "rbac.authorization.k8s.io",
    version: "v1",
    plural: "clusterrolebindings",
  });
  return {
    token,
    expiredToken: () => expired(plane, token),
    allow: async (isAllowed) => {
      await (isAllowed ? bindings.create(binding) : bindings.delete(nameOf(binding)));
    },
  };
}

function listOf(items: readonly object[]): string {
  return JSON.stringify({ apiVersion: "v1", kind: "List", items });
}

/** No controller runs that would fill the account's Secret, so this requests a token from the API server. */
async function tokenOf({ client }: ControlPlane, name: string): Promise<string> {
  const path = `/api/v1/namespaces/${namespace}/serviceaccounts/${name}/token`;
  const body = { spec: { expirationSeconds: 4 * 3600 } };
  const status = member(await client.ask({ method: "POST", path, body }), "status");
  return isObject(status) ? String(member(status, "token")) : "";
}

/** The same token an hour after its end, signed by the cluster's own key. */
async function expired({ reaper }: ControlPlane, token: string): Promise<string> {
  const [head = "", body = ""] = token.split(".");
  const claims = JSON.parse(Buffer.from(body, "base64url").toString());
  const end = Math.floor(Date.now() / 1000) - 3600;
  const old = { ...claims, iat: end - 3600, nbf: end - 3600, exp: end };
  const text = `${head}.${Buffer.from(JSON.stringify(old)).toString("base64url")}`;
  const key = createPrivateKey(await readFile(join(reaper.folder, "service-account.key"), "utf8"));
  const signature = sign("sha256", Buffer.from(text), { key, dsaEncoding: "ieee-p1363" });
  return `${text}.${signature.toString("base64url")}`;
}
