import type { GroupRule } from "../../language/rule.ts";
import { unparsable, type ValueCodec } from "../codec.ts";

type Versions = Pick<GroupRule, "versions" | "version">;

/**
 * Converts an apiVersion to its group: `apps/v1` to `apps`, `v1` to `""`, the core group. Back, the version is that of the group
 * in `versions`, else `version`; the core group has v1 unless `versions` has another.
 *
 * An apiVersion of another form cannot be parsed, nor one whose group has no known version and so could not be converted back.
 * Lossy: any other version of the group.
 */
export function groupCodec(known: Versions): ValueCodec {
  const versionOf = (group: string): string | undefined => {
    const { versions = {}, version } = known;
    const own = Object.hasOwn(versions, group) ? versions[group] : undefined;
    return own ?? (group === "" ? "v1" : version);
  };
  const groupOf = (apiVersion: string): string | undefined => {
    const [group = "", version, ...more] = apiVersion.split("/");
    if (group === "" || version === "" || more.length > 0) return undefined;
    const own = version === undefined ? "" : group;
    return versionOf(own) === undefined ? undefined : own;
  };
  const apiVersionOf = (group: string): string | undefined => {
    const version = group.includes("/") ? undefined : versionOf(group);
    return group === "" || version === undefined ? version : `${group}/${version}`;
  };
  return {
    forward: (value) => (typeof value === "string" ? groupOf(value) : undefined) ?? unparsable,
    backward: (value) =>
      (typeof value === "string" ? apiVersionOf(value) : undefined) ?? unparsable,
    exactForward: false,
    exactBackward: false,
  };
}
