import type { AdmissionHandlers, KindAdmission } from "./admission-kind.ts";

/**
 * A kind as `generated.ts` exports it. `objects` exists only as a type, the types of the objects of its versions; its
 * value is never set.
 */
export interface TypedKind<Objects> {
  readonly kind: string;
  readonly objects?: Objects;
}

/** The admission of a kind, for `defineKind`: functions typed by the objects of the version that they are written at. */
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
