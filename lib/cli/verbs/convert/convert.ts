import { conversionRegistry } from "../../../conversion/registry.ts";
import type { JsonValue } from "../../../json/value.ts";
import { blockYaml } from "../../../json/write-yaml.ts";
import { nearestRegistry } from "../../../kind/nearest-registry.ts";
import { type Command, type Invocation, textOption, UsageError } from "../../command.ts";
import { manifestJson } from "../../files/manifest-json.ts";
import { type ManifestFile, readManifests } from "../../files/read-manifests.ts";
import { undecidedOption, undecidedPolicyOf } from "../../kinds/compile/refuse-undecided.ts";
import { kindsHelp, kindsOption } from "../../kinds/kinds.ts";
import { requestedKinds } from "../../kinds/requested-kinds.ts";
import { outputForm, outputOption, yamlOrJson } from "../../output-form.ts";
import { examplesOf, withoutPreservedValues } from "./as-example.ts";
import { convertDocuments, type SkippedObject } from "./convert-documents.ts";
import { explainText } from "./explain-text.ts";
import { objectWarnings } from "./object-warnings.ts";
import { targetOf } from "./target.ts";

/** The command `convert`: converts the objects in files without a cluster. If one object fails, it writes nothing. */
export const convert: Command = {
  help: `usage: customhouse convert -f FILE... --to VERSION [options]

Converts every object in the files to VERSION of its kind, as the webhook would, and writes all documents to standard
output in their order. Files may be YAML or JSON, with several documents, kind: List, and lists of a kind (PizzaList).
Values that VERSION can't represent are preserved in annotations, so that converting back loses nothing. If one object
can't be converted, nothing is written. Each error names file, document, object, path, rule and remedy. So does each
warning on standard error, which is about a value that can't be parsed or is rounded (the original is preserved), a
preserved value that is held back or lost, or a required field that stays empty.

  -f, --file FILE   a file, a folder (its .yaml, .yml and .json files), or - for standard input; may be given
                    again
  --to VERSION      v1, for every kind that has it, or group/v1, for the kinds of that group
  -o, --output FORM yaml or json (default: json if all files are JSON, else yaml)
  --explain         show for each object, on standard error, where each value comes from, by which rule, and where the
                    rule is written; what was preserved in which annotation; which preserved values were applied
  --as-example      write each object as an example for conversion.yaml instead: at both versions, without preserved
                    values; with way: forth or way: back if it does not convert back to itself without them
  --nearest-valid   for an object that can't be converted, write its nearest valid shape, as serve --nearest-valid does;
                    the original is preserved in annotations
  --strict          write nothing and exit 1 if standard error names anything: an object of an unknown kind, or whose
                    kind lacks VERSION (without --strict it is left unchanged); a value that can't be parsed, is held
                    back, rounded or lost; a required field of VERSION that stays empty
  --allow-undecided convert also with a draft conversion that does not compile; standard error names each object that
                    such a draft converted
${kindsHelp}

YAML is read as kubectl reads it (no is false, 0777 is octal). Integers are exact to 64 bits. In YAML output, strings that
a parser could read as a number, a date or a boolean are quoted. Comments, anchors and layout are lost; standard error
names the files whose comments are lost.

example: customhouse convert -f kinds/pizza/samples --to v1beta1
         kubectl get pizzas -o yaml | customhouse convert -f - --to restaurant.example.com/v1 > pizzas.yaml
exit code: 0 converted; 1 an object can't be converted, or --strict refused the result; 2 wrong usage, a file that
           is not YAML or JSON, or a conversion that does not compile`,
  forms: yamlOrJson,
  options: {
    ...kindsOption,
    file: { type: "string", short: "f", multiple: true },
    to: { type: "string" },
    ...outputOption,
    strict: { type: "boolean" },
    explain: { type: "boolean" },
    "as-example": { type: "boolean" },
    "nearest-valid": { type: "boolean" },
    ...undecidedOption,
  },
  run: async (invocation) => {
    const request = requestOf(invocation);
    const { options } = invocation;
    const found = await requestedKinds(invocation, undecidedPolicyOf(options));
    const kinds = found.map(({ kind }) => kind);
    const target = targetOf(request.to, kinds);
    const isExample = options["as-example"] === true;
    const read = readManifests(request.files);
    const files = isExample ? read.map((file) => withoutPreservedValues(file, kinds)) : read;
    const nearestValid = invocation.options["nearest-valid"] === true;
    const registry = nearestValid ? nearestRegistry(kinds) : conversionRegistry(kinds);
    const result = convertDocuments(files, kinds, target, registry);
    const { error, out } = invocation;
    const isStrict = invocation.options["strict"] === true;
    for (const text of notesAbout(files, result.skipped, isStrict)) error(text);
    if (invocation.options["explain"] === true) {
      for (const object of result.converted) error(explainText(object));
    }
    const reports = result.converted.flatMap(objectWarnings());
    const refused = isStrict ? reports.filter(({ isAllowed }) => !isAllowed) : [];
    for (const report of reports) {
      error(`${refused.includes(report) ? "error" : "warning"}: ${report.text}`);
    }
    for (const fault of result.faults) error(`error: ${fault}`);
    const examples = isExample ? examplesOf(result.converted, registry) : undefined;
    for (const fault of examples?.faults ?? []) error(`error: ${fault}`);
    if (result.faults.length + (examples?.faults.length ?? 0) > 0) return 1;
    if (isStrict && refused.length + result.skipped.length > 0) return 1;
    out(documentsText(examples?.documents ?? result.documents, request.output ?? formatOf(files)));
    return 0;
  },
};

interface ConvertRequest {
  readonly files: readonly string[];
  readonly to: string;
  readonly output: "yaml" | "json" | undefined;
}

function requestOf(invocation: Invocation): ConvertRequest {
  const { words, options } = invocation;
  const [word] = words;
  if (word !== undefined) throw new UsageError(`use -f ${word} to convert that file`);
  const files = options["file"];
  if (!Array.isArray(files))
    throw new UsageError("name the files with -f FILE (- is standard input)");
  if (files.filter((file) => file === "-").length > 1)
    throw new UsageError("-f - can be given only once");
  const to = textOption(invocation, "to");
  if (to === undefined) throw new UsageError("name the version with --to VERSION");
  const output = outputForm(invocation, yamlOrJson);
  if (options["as-example"] === true && options["nearest-valid"] === true) {
    throw new UsageError(
      "--as-example and --nearest-valid can't be combined: a nearest valid shape is not an example",
    );
  }
  return { files, to, output };
}

function formatOf(files: readonly ManifestFile[]): "yaml" | "json" {
  return files.every(({ format }) => format === "json") ? "json" : "yaml";
}

function documentsText(documents: readonly JsonValue[], format: "yaml" | "json"): string {
  return format === "json"
    ? documents.map((document) => manifestJson(document)).join("\n")
    : documents.map(blockYaml).join("---\n").trimEnd();
}

function notesAbout(
  files: readonly ManifestFile[],
  skipped: readonly SkippedObject[],
  isStrict: boolean,
): readonly string[] {
  const commented = files.filter(({ hasComments }) => hasComments).map(({ file }) => file);
  const reasons = Map.groupBy(skipped, ({ reason }) => reason);
  return [
    ...(commented.length === 0 ? [] : [`note: the comments of ${commented.join(", ")} are lost`]),
    ...[...reasons].map(([reason, objects]) => skippedNote(reason, objects, isStrict)),
  ];
}

function skippedNote(reason: string, objects: readonly SkippedObject[], isStrict: boolean): string {
  const [first, ...more] = objects;
  const others = more.length === 0 ? "" : ` and ${more.length} more`;
  const start = `${isStrict ? "error" : "note"}: ${first?.location}: ${first?.name}${others}`;
  const end = isStrict
    ? ""
    : more.length === 0
      ? "; it is left unchanged"
      : "; they are left unchanged";
  return `${start}: ${reason}${end}`;
}
