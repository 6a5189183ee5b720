import { isArray, isObject, type JsonObject, type JsonValue, member } from "../../json/value.ts";
import {
  type AcceptEntry,
  type AcceptedConstraint,
  parsePathPattern,
} from "../../lens/language/accept.ts";
import type { LensData } from "../../lens/language/rule.ts";
import { constraintKeywords } from "../../schema/constraint/constraint.ts";
import type { TextPosition, YamlPath } from "./documents.ts";
import type { YamlFault } from "./faults.ts";
import { otherVersionText } from "./nearest.ts";

interface AcceptReader {
  readonly versions: { readonly from: string; readonly to: string };
  /** False if the kind lacks one of the document's two versions. That is reported already, so versions are not checked again. */
  readonly areKnown: boolean;
  readonly positionOf: (yamlPath: YamlPath) => TextPosition;
  readonly report: (fault: YamlFault) => void;
}

/** Reads the accepted narrowings (`accept`) of a document whose form is validated already. */
export function acceptIn(value: JsonObject, reader: AcceptReader): Pick<LensData, "accept"> {
  const entries = member(value, "accept");
  if (!isArray(entries)) return {};
  return {
    accept: entries
      .filter(isObject)
      .map((entry, index) => entryOf(entry, ["accept", index], reader)),
  };
}

function entryOf(entry: JsonObject, yamlPath: YamlPath, reader: AcceptReader): AcceptEntry {
  const version = String(member(entry, "in"));
  checkVersion(version, [...yamlPath, "in"], reader);
  const at = oneOrMore(member(entry, "at")).map(String);
  for (const text of at) checkPath(text, [...yamlPath, "at"], reader);
  return {
    in: version,
    at,
    refuses: oneOrMore(member(entry, "refuses")).flatMap(constraintOf),
    why: String(member(entry, "why")),
    writtenAt: reader.positionOf(yamlPath),
  };
}

function constraintOf(value: JsonValue): readonly AcceptedConstraint[] {
  if (isObject(value)) return [{ rule: String(member(value, "rule")) }];
  return constraintKeywords.flatMap((keyword) =>
    keyword === "rule" || keyword !== value ? [] : [keyword],
  );
}

function oneOrMore(value: JsonValue | undefined): readonly JsonValue[] {
  if (value === undefined) return [];
  return isArray(value) ? value : [value];
}

function checkVersion(version: string, yamlPath: YamlPath, reader: AcceptReader): void {
  const { from, to } = reader.versions;
  if (version === from || version === to || !reader.areKnown) return;
  reader.report({ yamlPath, text: otherVersionText(version, reader.versions) });
}

function checkPath(text: string, yamlPath: YamlPath, reader: AcceptReader): void {
  if (parsePathPattern(text) !== undefined) return;
  const reason = `${JSON.stringify(text)} is not a path that names a member: write spec.a, spec.items[*].x or "spec.**.*Seconds"`;
  reader.report({ yamlPath, text: reason });
}
