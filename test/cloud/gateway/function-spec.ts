import { basename, join } from "node:path";
import { type JsonObject, type JsonValue, member } from "../../../lib/json/value.ts";
import {
  idsIn,
  numberIn,
  objectIn,
  ofType,
  type Resource,
  type Resources,
  textIn,
  textOf,
} from "./cloudformation.ts";

/** A Lambda function, as its template has it. */
export interface FunctionSpec {
  /** The logical id. */
  readonly id: string;
  readonly name: string;
  /** The path of its zip. */
  readonly zip: string;
  /** `<file without extension>.<export>`. */
  readonly handler: string;
  readonly memoryMb: number;
  readonly timeoutMs: number;
  readonly environment: Readonly<Record<string, string>>;
  /** Environments at once; absent where only the account's limit holds. */
  readonly reservedConcurrency?: number;
}

/** The functions of a packaged template whose zips lie in a folder, by logical id. */
export function functionsOf(
  resources: Resources,
  folder: string,
): ReadonlyMap<string, FunctionSpec> {
  const specs = ofType(resources, "AWS::Lambda::Function").map((each) => specOf(each, folder));
  return new Map(specs.map((spec) => [spec.id, spec]));
}

function specOf({ id, properties }: Resource, folder: string): FunctionSpec {
  const key = textIn(objectIn(properties, "Code"), "S3Key") ?? "";
  const reservedConcurrency = numberIn(properties, "ReservedConcurrentExecutions");
  return {
    id,
    name: textIn(properties, "FunctionName") ?? id,
    zip: join(folder, basename(key)),
    handler: textIn(properties, "Handler") ?? "",
    memoryMb: numberIn(properties, "MemorySize") ?? 128,
    timeoutMs: (numberIn(properties, "Timeout") ?? 3) * 1000,
    environment: textsOf(objectIn(objectIn(properties, "Environment"), "Variables")),
    ...(reservedConcurrency !== undefined && { reservedConcurrency }),
  };
}

function textsOf(variables: JsonObject): Record<string, string> {
  return Object.fromEntries(
    Object.entries(variables)
      .map(([name, value]) => [name, textOf(value)] as const)
      .filter(([, text]) => text !== "AWS::NoValue"),
  );
}

/** The logical id of the function that a value names, by itself or through an alias. */
export function functionIdIn(resources: Resources, value: JsonValue): string | undefined {
  for (const id of idsIn(value)) {
    const resource = resources.get(id);
    if (resource?.type === "AWS::Lambda::Function") return id;
    if (resource?.type === "AWS::Lambda::Alias" || resource?.type === "AWS::Lambda::Version") {
      return functionIdIn(resources, member(resource.properties, "FunctionName") ?? null);
    }
  }
  return undefined;
}
