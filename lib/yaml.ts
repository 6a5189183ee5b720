// `customhouse/yaml`: the YAML parser for lenses that use `text` with the format yaml.
export type { TextFormat } from "./lens/ops/text/codec.ts";
export { yamlText } from "./lens/ops/text/yaml-text.ts";
