import { readKey } from "./key-writer.ts";
import type { Oracle, Tree } from "./tree.ts";

/** A JSON reader of a few lines that shares no code with the project, for machines without Python. */
export const smallReader: Oracle = { read: async (texts) => texts.map(read) };

const token = /\s*(?:("(?:[^"\\]|\\.)*")|(-?[0-9][-+.eE0-9]*)|(true|false|null)|([[\]{}:,]))/gy;

/** The tree of a text that is JSON. */
function read(text: string): Tree {
  const tokens = text.trim().match(token) ?? [];
  if (tokens.join("").length !== text.trim().length) throw new SyntaxError(`not JSON: ${text}`);
  let next = 0;
  const take = (): string => (tokens[next++] ?? "").trim();
  const value = (): Tree => {
    const first = take();
    if (first === "[") return list();
    if (first === "{") return map();
    if (first.startsWith('"')) return readKey(first.slice(1, -1));
    if (first === "null") return null;
    return first === "true" || first === "false" ? first === "true" : { token: first };
  };
  const list = (): readonly Tree[] => {
    const items: Tree[] = [];
    for (let mark = tokens[next] === "]" ? take() : ","; mark === ","; mark = take()) {
      items.push(value());
    }
    return items;
  };
  const map = (): Tree => {
    const members = new Map<string, Tree>();
    for (let mark = tokens[next] === "}" ? take() : ","; mark === ","; mark = take()) {
      const key = readKey(take().slice(1, -1));
      take();
      members.set(key, value());
    }
    return members;
  };
  return value();
}
