import type { AdmissionHandlers } from "../../lib/admission/admission-kind.ts";
import type { Converter } from "../../lib/converter/converter.ts";
import { ok } from "../../lib/json/result.ts";
import type { JsonObject } from "../../lib/json/value.ts";
import { defineKind, type Kind } from "../../lib/kind/kind.ts";

const group = "example.org";

/** Leaves every body as it is. */
export const asItIs: Converter = ({ body }) => ok({ body });

/** A kind of two versions, Widget, whose converter or handlers a test chooses; the handlers read and write v1. */
export function widgets(options: {
  readonly converter?: Converter;
  readonly handlers?: AdmissionHandlers;
}): readonly Kind[] {
  const { converter = asItIs, handlers } = options;
  const version = { served: true, schema: { type: "object" } };
  return [
    defineKind({
      crd: {
        group,
        kind: "Widget",
        plural: "widgets",
        scope: "Namespaced",
        versions: [
          { ...version, name: "v1", storage: true },
          { ...version, name: "v2", storage: false },
        ],
      },
      edges: [{ from: "v1", to: "v2", forward: converter, backward: converter }],
      ...(handlers !== undefined && { admission: { ...handlers, at: "v1" } }),
    }),
  ];
}

/** A widget. */
export function widget(
  version: string,
  body: JsonObject = {},
  metadata: JsonObject = {},
): JsonObject {
  return {
    apiVersion: `${group}/${version}`,
    kind: "Widget",
    metadata: { name: "w", namespace: "default", uid: "u", ...metadata },
    ...body,
  };
}

/** A value as any type, to pass what an author's code without types can pass. */
export function untyped<T>(value: unknown): T {
  return value as T;
}
