import type { JsonValue } from "../json/value.ts";
import { readCrd } from "./read-crd.ts";
import { compareVersions, sortVersions } from "./version-order.ts";

/**
 * The warning that the server sends with each response in a deprecated version; undefined for any other version. The
 * default text recommends the served version with the highest priority that is not deprecated, if that priority is higher
 * than that of `version`.
 * Source: https://github.com/kubernetes/apiextensions-apiserver/blob/2e78d6fca8b2/pkg/apiserver/customresource_handler.go
 * defaultDeprecationWarning.
 */
export function deprecationWarning(crd: JsonValue, version: string): string | undefined {
  const { spec } = readCrd(crd).crd;
  const versions = spec.versions ?? [];
  const deprecated = versions.find(({ name }) => name === version);
  if (deprecated?.deprecated !== true) return undefined;
  if (deprecated.deprecationWarning !== undefined) return deprecated.deprecationWarning;
  const { kind } = spec.names;
  const better = versions.filter(
    ({ name, served, deprecated: old }) =>
      served && old !== true && compareVersions(version, name) < 0,
  );
  const [best] = sortVersions(better.map(({ name }) => name));
  const warning = `${spec.group}/${version} ${kind} is deprecated`;
  return best === undefined ? warning : `${warning}; use ${spec.group}/${best} ${kind}`;
}
