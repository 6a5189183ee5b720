import { readKindFiles } from "../kinds/kind-files.ts";

/**
 * True if a rule in a folder's `conversion.yaml`, at any depth, parses YAML in a field. Only then does a bundle need a YAML
 * parser.
 */
export function usesYaml(folder: string): boolean {
  return hasYaml(readKindFiles(folder).lenses ?? []);
}

function hasYaml(data: unknown): boolean {
  if (typeof data !== "object" || data === null) return false;
  const isYaml = "op" in data && data.op === "text" && "format" in data && data.format === "yaml";
  return isYaml || Object.values(data).some(hasYaml);
}
