import { readKindFiles } from "../kinds/kind-files.ts";

/** True where a rule of a folder's `conversion.yaml` reads YAML in a field, however deep: only then a bundle has its parser. */
export function usesYaml(folder: string): boolean {
  return hasYaml(readKindFiles(folder).lenses ?? []);
}

function hasYaml(data: unknown): boolean {
  if (typeof data !== "object" || data === null) return false;
  const isYaml = "op" in data && data.op === "text" && "format" in data && data.format === "yaml";
  return isYaml || Object.values(data).some(hasYaml);
}
