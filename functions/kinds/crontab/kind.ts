import { defineKind } from "../../../lib/admission/kind.ts";
import { hostPortEdge } from "./conversion.ts";
import { crd, samples } from "./generated.ts";

export const kind = defineKind({
  crd,
  samples,
  edges: [hostPortEdge({ group: crd.group, parent: "spec" })],
});
