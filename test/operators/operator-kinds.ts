import { existsSync } from "node:fs";
import { join } from "node:path";
import { UsageError } from "../../lib/cli/command.ts";
import { kindErrors } from "../../lib/cli/kinds/compile/lens-errors.ts";
import { kindFoldersIn, kindFromFiles } from "../../lib/cli/kinds/kinds.ts";
import { graphFaults } from "../../lib/conversion/version-graph.ts";
import { type JsonObject, member } from "../../lib/json/value.ts";
import type { Kind } from "../../lib/kind/kind.ts";
import { objectIn } from "../support/json-lines.ts";
import { type ConversionVector, conversionVectorOf } from "../vectors/conversion/run-vector.ts";
import { linesOf } from "../vectors/lines.ts";

/** A kind with vectors. */
export interface OperatorKind {
  readonly folder: string;
  readonly kind: Kind;
  /** The kind with its group. */
  readonly name: string;
  readonly vectors: readonly ConversionVector[];
  /** The operator's own samples among the vectors. */
  readonly operatorSamples: readonly JsonObject[];
  /** False if its lenses have errors, so that they can't run. */
  readonly isRunnable: boolean;
}

/** A kind whose files can't be read, and why. */
export interface UnreadableKind {
  readonly folder: string;
  readonly fault: string;
}

/** The kinds in a folder that have a `vectors.jsonl.gz`, whether they compile or not, by the name of their folder. */
export function operatorKinds(folder: string): Promise<readonly (OperatorKind | UnreadableKind)[]> {
  const found = kindFoldersIn(folder).filter((each) => existsSync(vectorsFile(each)));
  return Promise.all(found.map(operatorKind));
}

async function operatorKind(folder: string): Promise<OperatorKind | UnreadableKind> {
  const kind = kindOrFault(folder);
  if (typeof kind === "string") return { folder, fault: kind };
  const lines = linesOf(vectorsFile(folder)).map(objectIn);
  return {
    folder,
    kind,
    name: `${kind.kind}.${kind.group}`,
    vectors: lines.flatMap((line) => conversionVectorOf(line) ?? []),
    operatorSamples: lines.flatMap(sampleIn),
    isRunnable: graphFaults(kind).length === 0 && (await kindErrors(kind)).isRunnable,
  };
}

/** The object of a vector, in a list; an empty list unless it is one of the operator's samples. */
function sampleIn(line: JsonObject): readonly JsonObject[] {
  const vector = conversionVectorOf(line);
  const isSample = String(member(line, "origin")).startsWith("sample:");
  return vector !== undefined && isSample ? [vector.object] : [];
}

function kindOrFault(folder: string): Kind | string {
  try {
    return kindFromFiles(folder);
  } catch (fault) {
    if (fault instanceof UsageError) return fault.message;
    throw fault;
  }
}

function vectorsFile(folder: string): string {
  return join(folder, "vectors.jsonl.gz");
}
