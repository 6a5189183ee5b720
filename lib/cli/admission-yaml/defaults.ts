import { isObject, type JsonValue } from "../../json/value.ts";
import { re2 } from "../../schema/pattern/re2.ts";
import { compileValidator } from "../../schema/validation/validate.ts";
import type { AdmittedVersion, ReportFault } from "./admitted-version.ts";
import { schemaAt } from "./schema-at.ts";

/** Reads `defaults`. Reports a path that the version lacks, and a value that its schema refuses. */
export function defaultsIn(
  value: JsonValue | undefined,
  { version, schema }: AdmittedVersion,
  report: ReportFault,
): { readonly defaults?: Readonly<Record<string, JsonValue>> } {
  if (!isObject(value)) return {};
  for (const [path, each] of Object.entries(value)) {
    const fault = defaultFault(path, each);
    if (fault !== undefined) report({ yamlPath: ["defaults", path], text: fault });
  }
  return { defaults: value };

  function defaultFault(path: string, each: JsonValue): string | undefined {
    if (path.includes("[*]")) return "a default can't be set in the items of a list";
    const own = schemaAt(schema, path);
    if (typeof own === "string") return `${own} in ${version}`;
    const [refusal] = compileValidator(own, re2).validate(each);
    return (
      refusal && `${version} refuses the value: ${refusal.detail.replace(/^\s*in body\s*/, "")}`
    );
  }
}
