import { createHash } from "node:crypto";
import type { LiveDefinition } from "../live-definition.ts";

/**
 * The `storageVersionHash` that discovery shows for a resource whose storage version is `version`: the first 8 bytes of the
 * SHA-256 of `group/version/kind`, in base64.
 */
export function storageVersionHash(
  { group, kind }: Pick<LiveDefinition, "group" | "kind">,
  version: string,
): string {
  const digest = createHash("sha256").update(`${group}/${version}/${kind}`).digest();
  return digest.subarray(0, 8).toString("base64");
}
