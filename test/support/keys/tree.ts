/** A JSON value as an oracle reads it. Its maps are Maps, not objects, so that special keys of JavaScript can't be confused. */
export type Tree = null | boolean | NumberTree | string | readonly Tree[] | TreeMap;

export type TreeMap = ReadonlyMap<string, Tree>;

/** A number as its text in JSON. */
export interface NumberTree {
  readonly token: string;
}

/** Reads JSON texts without code of the project. The trees are in the order of the texts. */
export interface Oracle {
  read(texts: readonly string[]): Promise<readonly Tree[]>;
}

export function isTreeMap(tree: Tree | undefined): tree is TreeMap {
  return tree instanceof Map;
}

export function isTreeList(tree: Tree | undefined): tree is readonly Tree[] {
  return Array.isArray(tree);
}

/** The value at a path of keys and indexes; undefined if there is none. */
export function below(tree: Tree | undefined, ...steps: readonly (string | number)[]) {
  let at = tree;
  for (const step of steps) {
    if (typeof step === "number") at = isTreeList(at) ? at[step] : undefined;
    else at = isTreeMap(at) ? at.get(step) : undefined;
  }
  return at;
}

/** A text that is the same for equal trees: members are sorted by key, and all characters are ASCII. */
export function treeText(tree: Tree): string {
  if (isTreeList(tree)) return `[${tree.map(treeText).join(",")}]`;
  if (isTreeMap(tree)) {
    const members = [...tree].sort(([a], [b]) => (a < b ? -1 : 1));
    return `{${members.map(([key, value]) => `${stringText(key)}:${treeText(value)}`).join(",")}}`;
  }
  if (typeof tree === "string") return stringText(tree);
  return typeof tree === "object" && tree !== null ? tree.token : String(tree);
}

function stringText(text: string): string {
  const units = Array.from({ length: text.length }, (_, at) => text.charCodeAt(at));
  return `"${units.map((unit) => (unit > 0x20 && unit < 0x7f && unit !== 0x22 && unit !== 0x5c ? String.fromCharCode(unit) : `\\u${unit.toString(16).padStart(4, "0")}`)).join("")}"`;
}
