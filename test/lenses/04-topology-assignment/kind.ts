import { defineKind } from "../../../lib/kind/kind.ts";
import { topologyAssignment } from "./conversion.ts";
import { crd, samples } from "./generated.ts";

export const kind = defineKind({ crd, samples, lenses: [topologyAssignment] });
