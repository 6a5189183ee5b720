import { defineKind } from "../../../lib/kind/kind.ts";
import { amiFamily } from "./conversion.ts";
import { crd, samples } from "./generated.ts";

export const kind = defineKind({ crd, samples, lenses: [amiFamily] });
