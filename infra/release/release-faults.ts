import { parse } from "../../lib/json/parse.ts";
import { isObject, member } from "../../lib/json/value.ts";

/** The tag of a release, and the texts of the files to check. */
export interface ReleaseFiles {
  /** As in git: `v1.2.3`. */
  readonly tag: string;
  readonly packageJson: string;
  readonly changelog: string;
}

/** The reasons why a tag must not be published, one line each; empty if it may be published. */
export function releaseFaults({ tag, packageJson, changelog }: ReleaseFiles): readonly string[] {
  const parsed = parse(packageJson);
  const description = parsed.ok && isObject(parsed.value) ? parsed.value : {};
  const version = String(member(description, "version"));
  return [
    ...(tag === `v${version}`
      ? []
      : [`the tag ${tag} is not v${version}, the version in package.json: npm version sets both`]),
    ...changelogFaults(changelog, version),
    ...(isObject(member(description, "repository"))
      ? []
      : ["package.json names no repository: the registry compares it with the provenance"]),
  ];
}

function changelogFaults(changelog: string, version: string): readonly string[] {
  const sections = changelog.split(/^## /m).slice(1);
  const unreleased = sections.find((section) => section.startsWith("Unreleased\n"));
  const isEmpty = unreleased === undefined || unreleased.slice("Unreleased".length).trim() === "";
  const hasOwn = sections.some((section) => /^\S+/.exec(section)?.[0] === version);
  return [
    ...(hasOwn ? [] : [`CHANGELOG.md has no section ## ${version}`]),
    ...(isEmpty ? [] : ["CHANGELOG.md has entries under Unreleased: they belong to this release"]),
  ];
}
