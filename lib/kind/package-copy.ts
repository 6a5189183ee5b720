/** Who declared a kind, and its name. */
export interface DeclaredKind {
  readonly declaredBy: symbol;
  readonly group: string;
  readonly kind: string;
}

/** What the kinds of this copy of the package bear: another copy, also of the same version, has another one. */
export const packageCopy = Symbol("customhouse");

/**
 * A line for each kind that another copy of the package declared. Such a kind must not be served: the parts of a lens and
 * what runs it know their common values by identity, and what the one does not know of the other would be lost.
 */
export function kindsOfOtherCopies(kinds: readonly DeclaredKind[]): readonly string[] {
  return kinds
    .filter((kind) => kind.declaredBy !== packageCopy)
    .map(({ group, kind }) => `${kind}.${group} ${otherCopyText}`);
}

const otherCopyText =
  "was declared by another copy of customhouse than the one that runs. Run the copy that its project installs (npx customhouse), and see that npm ls customhouse lists one";
