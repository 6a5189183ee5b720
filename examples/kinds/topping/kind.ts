import { defineKind } from "../../../lib/kind/kind.ts";
import { crd, samples } from "./generated.ts";

export const kind = defineKind({ crd, samples });
