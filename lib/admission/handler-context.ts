import type { HandlerContext } from "./admission-kind.ts";
import type { Admission } from "./admit-review.ts";

/** The context of a handler, with what its sort of handler gets besides. Reading the signal starts a timer, so nothing here does. */
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
