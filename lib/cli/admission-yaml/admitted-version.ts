import type { CrdFacts } from "../../crd/crd-facts.ts";
import type { JsonObject } from "../../json/value.ts";
import type { YamlFault } from "../conversion-yaml/faults.ts";

/** The version of a kind to which the paths and rules of its `admission.yaml` apply. */
export interface AdmittedVersion {
  readonly crd: CrdFacts;
  readonly version: string;
  readonly schema: JsonObject;
}

/** Receives a fault of an `admission.yaml`. */
export type ReportFault = (fault: YamlFault) => void;
