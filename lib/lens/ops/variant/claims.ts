import type { Side } from "../../../converter/side.ts";
import { type Path, parsePath, splitAtWildcard, startsWith } from "../../language/path.ts";
import type { VariantRule } from "../../language/rule.ts";
import type { ClaimsContext, PathsBySide } from "../op.ts";

/**
 * A variant claims only the paths that its cases name. On its first side: the tag (the first of the paths) and what the inner
 * rules claim on that side; on its second: the paths of the tests, and what the inner rules claim on that side.
 */
export function variantClaims(
  data: VariantRule,
  { claimsOf, reportBad }: ClaimsContext,
): PathsBySide | undefined {
  const first: Side = data.inverted === true ? "to" : "from";
  const cases = Object.values(data.cases);
  const inner = claimsOf(cases.flatMap(({ rules = [] }) => rules));
  const [from, to, tag] = [data.from, data.to, data.tag].map(parsePath);
  if (from === undefined || to === undefined || tag === undefined) {
    reportBad([data.from, data.to, data.tag].find((text) => !parsePath(text)) ?? "");
    return undefined;
  }
  const tested = cases.flatMap(({ where }) =>
    Object.keys(where)
      .map(parsePath)
      .filter((path) => path !== undefined),
  );
  const claims = (side: Side, base: Path): readonly Path[] => {
    const own = side === first ? [tag] : tested;
    return outermostPaths([...own, ...inner[side].map(upToWildcard)]).map((path) => [
      ...base,
      ...path,
    ]);
  };
  return { from: claims("from", from), to: claims("to", to) };
}

function upToWildcard(path: Path): Path {
  return splitAtWildcard(path)?.start ?? path;
}

/** The paths without duplicates and without those that are below another. */
function outermostPaths(paths: readonly Path[]): readonly Path[] {
  return paths.filter((path, index) =>
    paths.every(
      (other, otherIndex) =>
        otherIndex === index ||
        !startsWith(path, other) ||
        (path.length === other.length && index < otherIndex),
    ),
  );
}
