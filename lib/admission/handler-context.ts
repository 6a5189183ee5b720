import type { HandlerContext } from "./admission-kind.ts";
import type { Admission } from "./admit-review.ts";

/**
 * The context of a handler: the members of {@link HandlerContext}, and `more` for mutate, validate or a lookup rule. `old`
 * and `signal` are getters: converting the old object or starting a timer costs time only if a handler reads them.
 */
export function contextOf<More extends object>(
  admission: Admission,
  more: More,
): HandlerContext & More {
  const { request, limits, remarks } = admission;
  const { operation, dryRun, subResource, name, namespace, userInfo } = request;
  return {
    get old() {
      return admission.old();
    },
    operation,
    user: userInfo,
    dryRun,
    subresource: subResource,
    name,
    namespace,
    get signal() {
      return limits.signals.signal;
    },
    annotate: (key, value) => remarks.annotate(key, value),
    ...more,
  };
}
