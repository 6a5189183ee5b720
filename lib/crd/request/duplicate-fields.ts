import { assertDefined } from "../../json/invariant.ts";
import { parseString } from "../../json/native-parser.ts";

/** A map or list of a JSON text, while it is read. */
interface ScannedContainer {
  readonly path: string;
  /** The keys that were read so far; undefined for a list. */
  readonly keys: Set<string> | undefined;
  key: string;
  index: number;
}

const token = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g;

/**
 * The paths of keys that occur more than once in the same map of a JSON text, each path once. Strict decoding refuses
 * such keys. The result is meaningless for a text that is not JSON.
 * Source: https://github.com/kubernetes-sigs/json/blob/2d320260d730/internal/golang/encoding/json/kubernetes_patch.go.
 */
export function duplicateFields(text: string): readonly string[] {
  const found = new Set<string>();
  const containers: ScannedContainer[] = [];
  let isKeyNext = false;
  for (const [mark] of text.matchAll(token)) {
    const container = containers.at(-1);
    if (mark === "{" || mark === "[") {
      containers.push(containerIn(container, mark));
      isKeyNext = mark === "{";
    } else if (mark === "}" || mark === "]") {
      containers.pop();
      isKeyNext = false;
    } else if (mark === ",") {
      if (container !== undefined) container.index++;
      isKeyNext = container?.keys !== undefined;
    } else if (isKeyNext && container !== undefined) {
      addKey(
        container,
        assertDefined(parseString(mark), "a key in a JSON text is a string"),
        found,
      );
      isKeyNext = false;
    }
  }
  return [...found];
}

function containerIn(parent: ScannedContainer | undefined, mark: string): ScannedContainer {
  const keys = mark === "{" ? new Set<string>() : undefined;
  return { path: parent === undefined ? "" : pathIn(parent), keys, key: "", index: 0 };
}

function pathIn(container: ScannedContainer): string {
  if (container.keys === undefined) return `${container.path}[${container.index}]`;
  return container.path === "" ? container.key : `${container.path}.${container.key}`;
}

function addKey(container: ScannedContainer, key: string, found: Set<string>): void {
  container.key = key;
  if (container.keys?.has(key) === true) found.add(pathIn(container));
  container.keys?.add(key);
}
