import { durations } from "./format-text.ts";

/** Kubernetes quantities, canonical or not, binary and decimal. */
export const quantities: readonly string[] = [
  ...["0", "1", "100m", "0.1", "1Gi", "1024Mi", "0.5Gi", "1k", "1000", "1e3", "2.50"],
];

const hints: readonly { readonly name: RegExp; readonly texts: readonly string[] }[] = [
  {
    name: /interval|timeout|duration|period|wait|delay|ttl|retention|expire|age$/i,
    texts: durations,
  },
  { name: /size|memory|cpu|storage|quantity|capacity|quota|limit|request/i, texts: quantities },
  {
    name: /url|uri|endpoint|address|host/i,
    texts: [
      "https://a.example/x",
      "http://b.example:8080",
      "a.example:80",
      "[::1]:80",
      "a.example",
    ],
  },
  { name: /port/i, texts: ["http", "80", "8080", ""] },
];

/** Strings that are typical for a member of this name; empty for most names. */
export function typicalTexts(name: string): readonly string[] {
  return hints.find((hint) => hint.name.test(name))?.texts ?? [];
}
