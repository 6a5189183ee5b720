import type { AdmissionHandlers, KindAdmission } from "./admission-kind.ts";

/**
 * A kind as `generated.ts` exports it. `objects` only carries the types of the objects of each version; it never has a
 * value.
 */
export interface TypedKind<Objects> {
  readonly kind: string;
  readonly objects?: Objects;
}

/**
 * Declares the handlers of a kind, for `defineKind`. Their types are those of the objects of the version that they are
 * written at.
 */
export function admission<Objects, Version extends keyof Objects & string>(
  kind: TypedKind<Objects>,
  version: Version,
  handlers: AdmissionHandlers<Objects[Version]>,
): KindAdmission;
export function admission(
  _kind: unknown,
  version: string,
  handlers: AdmissionHandlers,
): KindAdmission {
  return { ...handlers, at: version };
}
