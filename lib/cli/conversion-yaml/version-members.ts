import { isObject, type JsonObject, type JsonValue, member } from "../../json/value.ts";
import { objectPathIn, readFill, readMemberTests, readTest } from "../../lens/language/absence.ts";
import type { YamlPath } from "./documents.ts";
import { checkPath, type RuleReader, reportRuleFault, sideOfVersionName } from "./rule-reader.ts";

/** The members of a rule whose keys are versions, with functions that read their values. */
const versionedMembers: Readonly<Record<string, (own: JsonValue) => Form>> = {
  else: (word) => ({ read: word }),
  fill: readFill,
  omit: readTest,
  where: readMemberTests,
};

/** Completes a fill that has a hook: its code becomes relative to the kind's folder, and its paths are checked. */
function fillForm(form: ReturnType<typeof readFill>, at: YamlPath, reader: RuleReader): Form {
  if ("fault" in form || form.read.hook === undefined) return form;
  const { hook } = form.read;
  for (const [index, path] of hook.from.entries()) {
    if (objectPathIn(path) === undefined) checkPath(path, [...at, "reads", index], reader);
  }
  const code = reader.expansion.code(String(hook.code), reader.source);
  return "fault" in code ? code : { read: { ...form.read, hook: { ...hook, ...code } } };
}

type Form = { readonly read: unknown } | { readonly fault: string };

/**
 * The members of a rule that {@link versionedMembers} lists, with sides as keys instead of versions. Reports a key that is not
 * one of the two versions, and a value of a wrong form.
 */
export function membersBySide(params: JsonObject, yamlPath: YamlPath, reader: RuleReader): object {
  const sided = Object.entries(versionedMembers).flatMap(([name, read]) => {
    const value = member(params, name);
    if (!isObject(value)) return [];
    const entries = Object.entries(value).flatMap(([version, own]) => {
      const side = sideOfVersionName(version, [name, version], yamlPath, reader);
      const at = [...yamlPath, name, version];
      const form = name === "fill" ? fillForm(readFill(own), at, reader) : read(own);
      if ("fault" in form) {
        reportRuleFault({ yamlPath: [name, version], text: form.fault }, yamlPath, reader);
        return [];
      }
      return side === undefined ? [] : [[side, form.read] as const];
    });
    return [[name, Object.fromEntries(entries)] as const];
  });
  return Object.fromEntries(sided);
}
