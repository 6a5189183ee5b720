import { UsageError } from "../command.ts";

/** Throws {@link UsageError} if two kinds would be in one folder, because only their groups differ. */
export function requireDistinctFolders(
  kinds: readonly { readonly kind: string; readonly folder: string }[],
): void {
  for (const [folder, same] of Map.groupBy(kinds, (each) => each.folder)) {
    if (same.length < 2) continue;
    const names = same.map(({ kind }) => kind).join(" and ");
    throw new UsageError(`${names} would both be in ${folder}: pass the file of only one of them`);
  }
}
