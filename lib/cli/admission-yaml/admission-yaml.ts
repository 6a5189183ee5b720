import type { DeclaredAdmission } from "../../admission/declared/declared-data.ts";
import type { WebhookSettings } from "../../admission/webhook-settings.ts";
import type { CrdFacts } from "../../crd/crd-facts.ts";
import { mapsIn } from "../../json/members.ts";
import { isObject, type JsonValue, member } from "../../json/value.ts";
import { UsageError } from "../command.ts";
import { type LocatedDocument, readDocuments } from "../conversion-yaml/documents.ts";
import { schemaFaults, type YamlFault, yamlPathText } from "../conversion-yaml/faults.ts";
import { didYouMean } from "../conversion-yaml/nearest.ts";
import { schemaPropertyNames } from "../conversion-yaml/schema.ts";
import { readText } from "../files/read-file.ts";
import type { ReportFault } from "./admitted-version.ts";
import { defaultsIn } from "./defaults.ts";
import { lookupsIn } from "./lookups.ts";
import { ruleFaults } from "./rules.ts";
import { admissionDocument } from "./schema.ts";

/** Reads a kind's `admission.yaml`. Throws {@link UsageError} with all faults, each with file, line and column. */
export function readAdmission(file: string, crd: CrdFacts): DeclaredAdmission {
  const { documents, faults } = readDocuments(readText(file));
  const found = faults.map(({ line, column, text }) => ({ line, column, text }));
  const [document, ...more] = documents;
  if (found.length === 0 && (document === undefined || more.length > 0)) {
    const at = more[0]?.positionOf([]) ?? { line: 1, column: 1 };
    found.push({ ...at, text: "must have exactly one YAML document" });
  }
  const report = ({ yamlPath, text }: YamlFault): void => {
    const at = document?.positionOf(yamlPath) ?? { line: 1, column: 1 };
    found.push({ ...at, text: [...yamlPathText(yamlPath), text].join(": ") });
  };
  const declared = found.length === 0 && document ? declaredIn(document, crd, report) : undefined;
  if (declared !== undefined && found.length === 0) return declared;
  const sorted = found.sort((one, other) => one.line - other.line || one.column - other.column);
  const lines = sorted.map(({ line, column, text }) => `${file}:${line}:${column}: ${text}`);
  throw new UsageError([...new Set(lines)].join("\n"));
}

function declaredIn(
  { value }: LocatedDocument,
  crd: CrdFacts,
  report: ReportFault,
): DeclaredAdmission | undefined {
  if (!isObject(value)) {
    report({
      yamlPath: [],
      text: "must be a map with version and, if needed, defaults, validate, lookups and webhook",
    });
    return undefined;
  }
  const faults = schemaFaults("admission", value, schemaPropertyNames(admissionDocument));
  for (const fault of faults) report(fault);
  if (faults.length > 0) return undefined;
  const version = String(value["version"]);
  const names = crd.versions.map(({ name }) => name);
  const schema = crd.versions.find(({ name }) => name === version)?.schema;
  if (schema === undefined) {
    const near = didYouMean(version, names) || ` (it has ${names.join(", ")})`;
    report({ yamlPath: ["version"], text: `the kind has no version ${version}${near}` });
    return undefined;
  }
  const at = { crd, version, schema };
  const rules = mapsIn(member(value, "validate"));
  for (const fault of ruleFaults(rules, at)) report(fault);
  return {
    version,
    ...defaultsIn(member(value, "defaults"), at, report),
    ...(rules.length > 0 && { validate: rules }),
    ...lookupsIn(mapsIn(member(value, "lookups")), at, report),
    ...webhookIn(member(value, "webhook")),
  };
}

/** The webhook's settings, unchecked: `customhouse manifests` checks the settings from code and from YAML. */
function webhookIn(value: JsonValue | undefined): { readonly webhook?: WebhookSettings } {
  return isObject(value) ? { webhook: value } : {};
}
