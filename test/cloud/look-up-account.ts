import { createPrivateKey, sign } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { isObject, type JsonObject, member } from "../../lib/json/value.ts";
import type { ControlPlane } from "../cluster/control-plane.ts";
import { openResource, type Resource } from "../cluster/resource.ts";

const name = "customhouse";
const namespace = "default";
const serviceAccounts = `/api/v1/namespaces/${namespace}/serviceaccounts`;

/** The account that looks things up in the cluster. */
export interface LookUpAccount {
  /** A token of an hour. */
  readonly token: string;
  /** One that ended an hour ago. */
  expiredToken(): Promise<string>;
  /** Gives or takes the right to read toppings. */
  allow(isAllowed: boolean): Promise<void>;
}

/** Makes a service account that may read toppings, and a token of it. */
export async function makeAccount(plane: ControlPlane): Promise<LookUpAccount> {
  const { client } = plane;
  const metadata = { name };
  await client.ask({ method: "POST", path: serviceAccounts, body: { metadata } });
  await roles(plane, "clusterroles").create({
    metadata,
    rules: [
      {
        apiGroups: ["restaurant.programming-kubernetes.info"],
        resources: ["toppings"],
        verbs: ["get", "list"],
      },
    ],
  });
  const allow = async (isAllowed: boolean): Promise<void> => {
    const bindings = roles(plane, "clusterrolebindings");
    await (isAllowed ? bindings.create(binding) : bindings.delete(name));
  };
  await allow(true);
  const request = { spec: { expirationSeconds: 3600 } };
  const path = `${serviceAccounts}/${name}/token`;
  const status = member(await client.ask({ method: "POST", path, body: request }), "status");
  const token = isObject(status) ? String(member(status, "token")) : "";
  return { token, allow, expiredToken: () => expired(plane, token) };
}

const binding: JsonObject = {
  metadata: { name },
  roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name },
  subjects: [{ kind: "ServiceAccount", name, namespace }],
};

function roles({ client }: ControlPlane, plural: string): Resource {
  return openResource(client, { group: "rbac.authorization.k8s.io", version: "v1", plural });
}

/** The same token an hour after its end, signed by the cluster's own key. */
async function expired({ keeper }: ControlPlane, token: string): Promise<string> {
  const [head = "", body = ""] = token.split(".");
  const claims = JSON.parse(Buffer.from(body, "base64url").toString());
  const end = Math.floor(Date.now() / 1000) - 3600;
  const old = { ...claims, iat: end - 3600, nbf: end - 3600, exp: end };
  const text = `${head}.${Buffer.from(JSON.stringify(old)).toString("base64url")}`;
  const key = createPrivateKey(await readFile(join(keeper.folder, "service-account.key"), "utf8"));
  const signature = sign("sha256", Buffer.from(text), { key, dsaEncoding: "ieee-p1363" });
  return `${text}.${signature.toString("base64url")}`;
}
