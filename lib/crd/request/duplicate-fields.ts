import { parseString } from "../../json/native-parser.ts";

/** A map or list that is being read. */
interface Frame {
  readonly path: string;
  /** The keys so far; undefined for a list. */
  readonly keys: Set<string> | undefined;
  key: string;
  index: number;
}

const token = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g;

/**
 * The paths of keys that a JSON text repeats within one map, each once: what strict decoding refuses.
 *
 * The text is JSON: of anything else the answer says nothing.
 * Source: sigs.k8s.io/json@v0.0.0-20250730193827 internal/golang/encoding/json/kubernetes_patch.go.
 */
export function duplicateFields(text: string): readonly string[] {
  const found = new Set<string>();
  const frames: Frame[] = [];
  let isKeyNext = false;
  for (const [mark] of text.matchAll(token)) {
    const frame = frames.at(-1);
    if (mark === "{" || mark === "[") {
      frames.push(frameAt(frame, mark));
      isKeyNext = mark === "{";
    } else if (mark === "}" || mark === "]") {
      frames.pop();
      isKeyNext = false;
    } else if (mark === ",") {
      if (frame !== undefined) frame.index++;
      isKeyNext = frame?.keys !== undefined;
    } else if (isKeyNext && frame !== undefined) {
      notice(frame, parseString(mark) ?? "", found);
      isKeyNext = false;
    }
  }
  return [...found];
}

function frameAt(parent: Frame | undefined, mark: string): Frame {
  const keys = mark === "{" ? new Set<string>() : undefined;
  return { path: parent === undefined ? "" : pathIn(parent), keys, key: "", index: 0 };
}

function pathIn(frame: Frame): string {
  if (frame.keys === undefined) return `${frame.path}[${frame.index}]`;
  return frame.path === "" ? frame.key : `${frame.path}.${frame.key}`;
}

function notice(frame: Frame, key: string, found: Set<string>): void {
  frame.key = key;
  if (frame.keys?.has(key) === true) found.add(pathIn(frame));
  frame.keys?.add(key);
}
