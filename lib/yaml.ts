// `customhouse/yaml`: YAML texts in fields, for lenses that use `text` with the format yaml.
export type { TextFormat } from "./conversion/lens/ops/text.ts";
export { yamlText } from "./conversion/yaml-text.ts";
