import { assertDefined } from "../../../json/invariant.ts";
import { isArray, isObject, type JsonValue, member } from "../../../json/value.ts";
import { stringify } from "../../../json/write.ts";
import { parseApiVersion } from "../../../protocol/gvk.ts";
import { compileTable, type TableConvertor } from "../../../publish/table.ts";
import { type Command, UsageError } from "../../command.ts";
import { readObjectsAt } from "../../files/yaml.ts";
import { readVersion } from "../../kinds/definitions.ts";
import { outputForm, outputOption, textOrJson } from "../../output-form.ts";
import { alignedCells } from "../../terminal/aligned-cells.ts";

/** The command `table`: prints objects in the printer columns of their definition. */
export const table: Command = {
  help: `usage: customhouse table CRD OBJECTS [--wide] [-o FORM]

Shows the objects in the file OBJECTS (YAML or JSON; - is standard input) in the printer columns that the
CustomResourceDefinition in the file CRD declares for the version of the first object, as kubectl get shows them.

  --wide            also show the columns with a priority above 0
  -o, --output FORM text (default), or json: a list of rows

example: customhouse table kinds/crontab/crd.yaml kinds/crontab/samples/report.yaml
exit code: 0 shown, 1 the JSONPath of a column is not valid, 2 wrong usage`,
  forms: textOrJson,
  options: { wide: { type: "boolean" }, ...outputOption },
  run: async ({ words, options, out, error }) => {
    const [crdFile, objectsFile, ...rest] = words;
    if (crdFile === undefined || objectsFile === undefined || rest.length > 0) {
      throw new UsageError("name a file with a CustomResourceDefinition and one with objects");
    }
    const form = outputForm({ options }, textOrJson);
    const objects = readObjectsAt(objectsFile);
    if (objects.length === 0) throw new UsageError(`${objectsFile} has no object`);
    const apiVersion = String(objects[0] === undefined ? "" : member(objects[0], "apiVersion"));
    const { version } = readVersion(crdFile, parseApiVersion(apiVersion)?.version);
    const columns = member(version, "additionalPrinterColumns");
    const convertor = compileTable(isArray(columns) ? columns : [ageColumn]);
    const rows = objects.map((object) => convertor.cells(object, Date.now()));
    if (form === "json") out(stringify(rows));
    else out(alignedTable(convertor, rows, options["wide"] === true));
    if (convertor.invalidColumns !== undefined) error(convertor.invalidColumns);
    return convertor.invalidColumns === undefined ? 0 : 1;
  },
};

/** The column that the API server shows if a version declares none. */
const ageColumn: JsonValue = { name: "Age", type: "date", jsonPath: ".metadata.creationTimestamp" };

function alignedTable(
  { columnDefinitions }: TableConvertor,
  rows: readonly (readonly JsonValue[])[],
  wide: boolean,
): string {
  const shown = [...columnDefinitions.entries()].filter(
    ([, { priority }]) => wide || priority === 0,
  );
  const head = shown.map(([, { name }]) => name.toUpperCase());
  const lines = rows.map((row) =>
    shown.map(([index]) => cellText(assertDefined(row[index], "a row has a cell for each column"))),
  );
  return alignedCells([head, ...lines], "   ").join("\n");
}

function cellText(cell: JsonValue): string {
  if (cell === null) return "<none>";
  return isObject(cell) || isArray(cell) ? stringify(cell) : String(cell);
}
