import { isArray, isObject, type JsonObject, type JsonValue, member } from "../../json/value.ts";
import { type Example, type ExampleWay, exampleWays } from "../../lens/language/example.ts";
import type { LensData } from "../../lens/language/rule.ts";
import type { LocatedDocument, YamlPath } from "./documents.ts";
import { yamlPathText } from "./faults.ts";
import type { LensFinder, SourceFault } from "./lens-source.ts";
import { didYouMean } from "./nearest.ts";

interface ExampleReader {
  readonly versions: { readonly from: string; readonly to: string };
  readonly finder: LensFinder;
  readonly report: (fault: SourceFault) => void;
}

/** The file in which an example is written (undefined for the conversion.yaml itself), and positions in it. */
interface ExampleText {
  readonly file: string | undefined;
  readonly positionOf: LocatedDocument["positionOf"];
}

/** Reads the examples of a document, also those in files that it names. Faults are reported. */
export function examplesIn(
  { positionOf }: Pick<LocatedDocument, "positionOf">,
  value: JsonObject,
  reader: ExampleReader,
): Pick<LensData, "examples"> {
  const items = member(value, "examples");
  if (!isArray(items)) return {};
  const own: ExampleText = { file: undefined, positionOf };
  const examples = items.flatMap((item, index) => {
    const yamlPath = ["examples", index];
    if (typeof item !== "string") return exampleOf(item, yamlPath, own, reader);
    const opened = reader.finder.documents(item);
    if (typeof opened === "string") return reportAndSkip(opened, yamlPath, own, reader);
    const { file, documents } = opened;
    if (documents.length === 0 && opened.isRead) {
      return reportAndSkip(`${item} has no example`, yamlPath, own, reader);
    }
    return documents.flatMap((document) =>
      exampleOf(document.value, [], { file, positionOf: document.positionOf }, reader),
    );
  });
  return { examples };
}

function reportAndSkip(
  text: string,
  yamlPath: YamlPath,
  { file, positionOf }: ExampleText,
  { report }: ExampleReader,
): readonly [] {
  const path = yamlPathText(yamlPath);
  report({ ...positionOf(yamlPath), file, text: [...path, text].join(": ") });
  return [];
}

function exampleOf(
  value: JsonValue,
  yamlPath: YamlPath,
  text: ExampleText,
  reader: ExampleReader,
): readonly Example[] {
  const { from, to } = reader.versions;
  const fault = (message: string, below: YamlPath = []): readonly [] =>
    reportAndSkip(message, [...yamlPath, ...below], text, reader);
  if (!isObject(value)) {
    const file = text.file === undefined ? " a file, or" : "";
    return fault(`must be${file} a map with the members ${from} and ${to}`);
  }
  const known = [from, to, "way"];
  const unknown = Object.keys(value).filter((name) => !known.includes(name));
  for (const name of unknown) {
    const missing = known.filter((each) => !Object.hasOwn(value, each));
    const near = didYouMean(name, missing) || ` (it has ${known.join(", ")})`;
    fault(`is not a member of an example of ${from} and ${to}${near}`, [name]);
  }
  if (unknown.length > 0) return [];
  const [older, newer] = [member(value, from), member(value, to)];
  if (older === undefined || newer === undefined) {
    return fault(`the example needs the member ${older === undefined ? from : to}`);
  }
  const faults = [
    ...wayFaults(member(value, "way")),
    ...objectFaults(older, [from]),
    ...objectFaults(newer, [to]),
  ];
  for (const { message, below } of faults) fault(message, below);
  if (faults.length > 0 || !isObject(older) || !isObject(newer)) return [];
  const way = wayOf(member(value, "way"));
  const { file } = text;
  return [
    {
      objects: { [from]: older, [to]: newer },
      ...(way !== undefined && { way }),
      at: { ...text.positionOf(yamlPath), ...(file !== undefined && { file }) },
    },
  ];
}

function wayOf(value: JsonValue | undefined): ExampleWay | undefined {
  return exampleWays.find((way) => way === value);
}

/** A fault of an example. `below` is its path from the example. */
interface ExampleFault {
  readonly message: string;
  readonly below: YamlPath;
}

function wayFaults(value: JsonValue | undefined): readonly ExampleFault[] {
  if (value === undefined || wayOf(value) !== undefined) return [];
  const near = typeof value === "string" ? didYouMean(value, exampleWays) : "";
  return [{ message: `must be one of ${exampleWays.join(", ")}${near}`, below: ["way"] }];
}

const metadataMembers = ["name", "namespace", "labels", "annotations"];

function objectFaults(object: JsonValue, below: YamlPath): readonly ExampleFault[] {
  if (!isObject(object)) {
    return [
      { message: `must be a map: the object at version ${below[0]}, with spec and so on`, below },
    ];
  }
  const typed = ["apiVersion", "kind"].filter((name) => Object.hasOwn(object, name));
  const metadata = member(object, "metadata") ?? {};
  return [
    ...typed.map((name) => ({
      message:
        "must be left out: an object of an example is of this file's kind, at the version that is its key",
      below: [...below, name],
    })),
    ...metadataFaults(metadata, [...below, "metadata"]),
  ];
}

function metadataFaults(metadata: JsonValue, below: YamlPath): readonly ExampleFault[] {
  if (!isObject(metadata)) return [{ message: "must be a map", below }];
  return Object.entries(metadata).flatMap(([name, value]): readonly ExampleFault[] => {
    const at = [...below, name];
    if (!metadataMembers.includes(name)) {
      const near = didYouMean(name, metadataMembers) || ` (it has ${metadataMembers.join(", ")})`;
      return [{ message: `is not a member of an example's metadata${near}`, below: at }];
    }
    if (name === "name" || name === "namespace") {
      return typeof value === "string" ? [] : [{ message: "must be a string", below: at }];
    }
    if (!isObject(value)) return [{ message: "must be a map of strings", below: at }];
    return Object.entries(value).flatMap(([key, text]) =>
      typeof text === "string" ? [] : [{ message: "must be a string", below: [...at, key] }],
    );
  });
}
