import { float64Of, int64Of, isInt64, isNumber } from "../go/number.ts";
import { marshal, printFloat, quote } from "../go/print.ts";
import { mapAt, textAt } from "../json/members.ts";
import { isArray, isObject, type JsonObject, type JsonValue, member } from "../json/value.ts";
import { ageOf } from "./age.ts";
import { compileJsonPath, type JsonPath } from "./json-path/json-path.ts";

/** A column as defined in a `meta.k8s.io/v1` Table. */
export interface TableColumn {
  readonly name: string;
  readonly type: string;
  readonly format: string;
  readonly description: string;
  readonly priority: number;
}

/** Prints objects as rows of a table, by the printer columns of a version. */
export interface TableConvertor {
  /** The column of names, followed by the printer columns. */
  readonly columnDefinitions: readonly TableColumn[];
  /** The server's error for the first column with an invalid path. This column and all after it are left out. */
  readonly invalidColumns?: string;
  /** The cells of one row, null where the object has no value of the column's type at its path. `now` is in ms since 1970. */
  cells(object: JsonValue, now: number): JsonValue[];
}

const nameColumn: TableColumn = {
  name: "Name",
  type: "string",
  format: "name",
  description:
    "Name must be unique within a namespace. Is required when creating resources, although some resources may allow a client to request the generation of an appropriate name automatically. Name is primarily intended for creation idempotence and configuration definition. Cannot be updated. More info: https://kubernetes.io/docs/concepts/overview/working-with-objects/names#names",
  priority: 0,
};

interface PathColumn {
  readonly definition: TableColumn;
  readonly path: JsonPath;
}

/**
 * Compiles a version's `additionalPrinterColumns`.
 * Source:
 * https://github.com/kubernetes/apiextensions-apiserver/blob/2e78d6fca8b2/pkg/registry/customresource/tableconvertor/tableconvertor.go.
 */
export function compileTable(printerColumns: readonly JsonValue[]): TableConvertor {
  const columns: PathColumn[] = [];
  let invalidColumns: string | undefined;
  for (const column of printerColumns.filter(isObject)) {
    const jsonPath = textAt(column, "jsonPath");
    const path = compileJsonPath(jsonPath);
    if (!path.ok) {
      invalidColumns = `unrecognized column definition ${quote(jsonPath)}`;
      break;
    }
    columns.push({ definition: definitionOf(column, jsonPath), path: path.value });
  }
  return {
    columnDefinitions: [nameColumn, ...columns.map(({ definition }) => definition)],
    ...(invalidColumns === undefined ? {} : { invalidColumns }),
    cells: (object, now) => [
      metadataName(object),
      ...columns.map((column) => cellOf(column, object, now)),
    ],
  };
}

function definitionOf(column: JsonObject, jsonPath: string): TableColumn {
  const description = textAt(column, "description");
  const priority = member(column, "priority");
  return {
    name: textAt(column, "name"),
    type: textAt(column, "type"),
    format: textAt(column, "format"),
    description:
      description === ""
        ? `Custom resource definition column (in JSONPath format): ${jsonPath}`
        : description,
    priority: isNumber(priority) ? float64Of(priority) : 0,
  };
}

function metadataName(object: JsonValue): string {
  return textAt(mapAt(object, "metadata"), "name");
}

/** The first value at the column's path, in the form of the column's type; null if the value does not have this type. */
function cellOf({ definition, path }: PathColumn, object: JsonValue, now: number): JsonValue {
  const found = path.find(object);
  const value = found.ok ? found.value[0] : undefined;
  if (value === undefined || (path.printsOnly && definition.type !== "string")) return null;
  switch (definition.type) {
    case "string":
      return printCell(value);
    case "integer":
      return isNumber(value) ? integerOf(int64Of(value)) : null;
    case "number":
      return isNumber(value) ? float64Of(value) : null;
    case "boolean":
      return typeof value === "boolean" ? value : null;
    case "date":
      return typeof value === "string" ? ageOf(value, now) : null;
    default:
      return null;
  }
}

function printCell(value: JsonValue): string {
  if (value === null) return "<no value>";
  if (isArray(value) || isObject(value)) return marshal(value);
  return isNumber(value) && !isInt64(value) ? printFloat(float64Of(value)) : String(value);
}

function integerOf(value: bigint): number | bigint {
  return Number.isSafeInteger(Number(value)) ? Number(value) : value;
}
