import { endOf } from "../conversion/version-graph.ts";
import type { Admission } from "./admit-review.ts";
import { originsIn } from "./guard/field-origin.ts";

/** A field of the request's version, with a message about it. */
interface RequestField {
  readonly field: string;
  readonly detail: string;
}

/**
 * The field of the request's version from which a field of the handlers' version comes, by the lenses between them. If
 * none is known, the path of the handlers' version, and the message names that version.
 */
export function requestField(
  { handled, request }: Pick<Admission, "handled" | "request">,
  path: string,
  message: string,
): RequestField {
  const { kind, at, conversions } = handled;
  const { version } = request.kind;
  const graph = conversions.graph(kind.group, kind.kind);
  // The whole object and its metadata are the same in all versions.
  const steps = /^(metadata|$)/.test(path) ? [] : (graph?.steps(at, version) ?? []);
  let field: string | undefined = path;
  let from = at;
  for (const step of steps) {
    const pair = [step.edge.from, step.edge.to];
    const lens = kind.lenses.find((each) => pair.includes(each.from) && pair.includes(each.to));
    field = lens && field && originsIn(lens, from)(field);
    from = endOf(step);
  }
  return field === undefined
    ? { field: path, detail: `${message} (in ${at})` }
    : { field, detail: message };
}
