import type { Client } from "./client.ts";

/** The minor release of kube-apiserver: 36 for 1.36. */
export async function minorRelease(client: Client): Promise<number> {
  const { minor } = await client.ask({ method: "GET", path: "/version" });
  return Number.parseInt(String(minor), 10);
}
