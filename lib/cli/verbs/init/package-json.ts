import { parse } from "../../../json/parse.ts";
import { isObject, type JsonObject, type MutableJsonObject, member } from "../../../json/value.ts";
import { UsageError } from "../../command.ts";
import { manifestJson } from "../../files/manifest-json.ts";

/** The members that a project's package.json needs. */
export interface RequiredPackageMembers {
  readonly name: string;
  readonly scripts: Readonly<Record<string, string>>;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}

/** The package.json of a new project. */
export function newPackageJson({ name, ...needs }: RequiredPackageMembers): string {
  const content = { name, version: "0.1.0", private: true, type: "module", ...needs };
  return `${manifestJson({ ...content, engines: { node: ">=22.18" } })}\n`;
}

/** The text of a package.json after missing members were added, and their names. `text` is unchanged if none was missing. */
export interface CompletedPackageJson {
  readonly text: string;
  readonly added: readonly string[];
}

/**
 * Adds scripts and dependencies that a package.json lacks; replaces none. Throws {@link UsageError} if it is not a JSON object
 * of the right form.
 */
export function completedPackageJson(
  text: string,
  file: string,
  needs: RequiredPackageMembers,
): CompletedPackageJson {
  const parsed = parse(text);
  if (!parsed.ok) throw new UsageError(`${file} is not JSON: ${parsed.error.message}`);
  if (!isObject(parsed.value)) throw new UsageError(`${file} is not a JSON object`);
  const content: MutableJsonObject = { ...parsed.value };
  const installed = ["dependencies", "devDependencies"].flatMap((part) =>
    Object.keys(objectIn(content, part, file)),
  );
  const added = (["scripts", "dependencies", "devDependencies"] as const).flatMap((part) => {
    const own = objectIn(content, part, file);
    const taken = part === "scripts" ? Object.keys(own) : installed;
    const lacking = Object.entries(needs[part]).filter(([name]) => !taken.includes(name));
    if (lacking.length > 0) content[part] = { ...own, ...Object.fromEntries(lacking) };
    return lacking.map(([name]) => `${part}.${name}`);
  });
  return { text: added.length === 0 ? text : `${manifestJson(content)}\n`, added };
}

function objectIn(content: JsonObject, part: string, file: string): JsonObject {
  const value = member(content, part) ?? {};
  if (isObject(value)) return value;
  throw new UsageError(`${file}: ${part} is not an object`);
}
