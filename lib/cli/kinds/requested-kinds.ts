import type { Kind } from "../../kind/kind.ts";
import { type Invocation, UsageError } from "../command.ts";
import { textsOption } from "../option-values.ts";
import type { UndecidedPolicy } from "./compile/refuse-undecided.ts";
import { allowsCode, type KindInFolder, loadKindsInFolders } from "./kinds.ts";
import { definitionName } from "./registered-kind.ts";

/** The kinds of `--kinds`. Errors: as {@link loadKindsInFolders}. */
export function requestedKinds(
  { options }: Invocation,
  undecided: UndecidedPolicy = "refused",
): Promise<readonly KindInFolder[]> {
  return loadKindsInFolders(options["kinds"], undecided, allowsCode(options));
}

/** The kind of `--kinds` for a definition; undefined without the option. Throws {@link UsageError} if no kind is for it. */
export async function requestedKindFor(
  invocation: Invocation,
  definition: string,
): Promise<Kind | undefined> {
  if (invocation.options["kinds"] === undefined) return undefined;
  const kinds = (await requestedKinds(invocation)).map(({ kind }) => kind);
  const found = kinds.find((kind) => definitionName(kind) === definition);
  if (found === undefined) throw new UsageError(`--kinds has no kind for ${definition}`);
  return found;
}

/** Throws {@link UsageError} if `known`, versions of a kind of `--kinds`, lacks one of the wanted versions. */
export function requireVersions(
  kind: Kind,
  known: readonly string[],
  wanted: readonly string[],
): void {
  const missing = wanted.find((version) => !known.includes(version));
  if (missing === undefined) return;
  throw new UsageError(
    `the kind for ${definitionName(kind)} in --kinds has no version ${missing}: it has ${known.join(", ")}`,
  );
}

/** The items whose kind `--kind` names; all without the option. Throws {@link UsageError} for a name that no item has. */
export function chosenByKind<T>(
  invocation: Invocation,
  items: readonly T[],
  kindOf: (item: T) => string,
): readonly T[] {
  const names = textsOption(invocation, "kind");
  const known = [...new Set(items.map(kindOf))];
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined) {
    throw new UsageError(`--kind: ${unknown} is not one of the kinds ${known.join(", ")}`);
  }
  return names.length === 0 ? items : items.filter((item) => names.includes(kindOf(item)));
}
