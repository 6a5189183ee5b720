import { defineKind } from "../../../lib/admission/kind.ts";
import { amiFamily } from "./conversion.ts";
import { crd, samples } from "./generated.ts";

export const kind = defineKind({ crd, samples, lenses: [amiFamily] });
