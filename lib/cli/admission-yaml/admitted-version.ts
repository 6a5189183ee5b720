import type { CrdFacts } from "../../crd/crd-facts.ts";
import type { JsonObject } from "../../json/value.ts";
import type { YamlFault } from "../conversion-yaml/faults.ts";

/** The version of a kind that its `admission.yaml` is written at. */
export interface AdmittedVersion {
  readonly crd: CrdFacts;
  readonly version: string;
  readonly schema: JsonObject;
}

/** Reports a fault of the document. */
export type ReportFault = (fault: YamlFault) => void;
