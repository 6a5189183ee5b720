import type { AdmissionHandlers } from "../admission/admission-kind.ts";
import type { Version } from "../lens/build/reference.ts";

/**
 * An object of a version before the API server validated it: at every depth a member may be missing or null, and an item null. The types of
 * the values are what the schema declares. The server refuses an object with others, but only after admission.
 */
export type Unvalidated<T> = T extends readonly (infer Item)[]
  ? readonly (Unvalidated<Item> | null)[]
  : T extends object
    ? { readonly [K in keyof T]?: Unvalidated<T[K]> | null | undefined }
    : T;

/** Handlers at one version, as `defineKind` takes them under `admission`. */
export interface HandlersAt {
  readonly at: string;
  readonly handlers: AdmissionHandlers;
}

/** Handlers typed by their version, as `generated.ts` exports it: `admission: handlersAt(v1, { mutate, validate })`. */
export function handlersAt<T>(
  version: Version<T>,
  handlers: AdmissionHandlers<Unvalidated<T>>,
): HandlersAt;
export function handlersAt<T>({ version }: Version<unknown>, handlers: AdmissionHandlers<T>) {
  return { at: version, handlers };
}
