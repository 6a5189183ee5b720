import { targetVersion } from "../conversion/version-graph.ts";
import type { Admission } from "./admit-review.ts";
import { sourcePathsIn } from "./guard/field-source.ts";

/** A field of the request's version, and a message about this field. */
interface RequestField {
  readonly field: string;
  readonly detail: string;
}

/**
 * Translates a path of the handlers' version to the field of the request's version that it is converted from. If the
 * lenses name no such field, returns the handlers' path, and the message names the handlers' version.
 */
export function requestField(
  { handled, request }: Pick<Admission, "handled" | "request">,
  path: string,
  message: string,
): RequestField {
  const { kind, at, conversions } = handled;
  const { version } = request.kind;
  const graph = conversions.graph(kind.group, kind.kind);
  // The whole object and its metadata have the same paths in all versions.
  const steps = /^(metadata|$)/.test(path) ? [] : (graph?.steps(at, version) ?? []);
  let field: string | undefined = path;
  let from = at;
  for (const step of steps) {
    const pair = [step.edge.from, step.edge.to];
    const lens = kind.lenses.find((each) => pair.includes(each.from) && pair.includes(each.to));
    field = lens && field && sourcePathsIn(lens, from)(field);
    from = targetVersion(step);
  }
  return field === undefined
    ? { field: path, detail: `${message} (in ${at})` }
    : { field, detail: message };
}
