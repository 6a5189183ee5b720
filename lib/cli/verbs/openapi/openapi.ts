import { stringify } from "../../../json/write.ts";
import { publishKind } from "../../../publish/openapi/publish.ts";
import { re2 } from "../../../schema/pattern/re2.ts";
import { type Command, textOption, UsageError } from "../../command.ts";
import { readVersion } from "../../kinds/definitions.ts";

/** The command `openapi`: prints the OpenAPI that the API server publishes for one version. */
export const openapi: Command = {
  help: `usage: customhouse openapi FILE [--version NAME] [--v2]

Prints the definitions and operations that kube-apiserver publishes for one version of the CustomResourceDefinition
in FILE (YAML or JSON; - is standard input), as JSON. If the schema is not structural, an object with any fields is
published instead.

  --version NAME    the version (default: the storage version)
  --v2              print OpenAPI v2, which lacks some constraints (default: v3)

example: customhouse openapi kinds/pizza/crd.yaml --version v1beta1
exit code: 0 printed, 2 wrong usage`,
  options: { version: { type: "string" }, v2: { type: "boolean" } },
  run: async (invocation) => {
    const [file, ...rest] = invocation.words;
    if (file === undefined || rest.length > 0) throw new UsageError("name one file");
    const { crd, name } = readVersion(file, textOption(invocation, "version"));
    const openApi = invocation.options["v2"] === true ? "v2" : "v3";
    const published = publishKind(crd, name, openApi, re2);
    const definitions = {
      [published.definitionName]: published.definition,
      [published.listDefinitionName]: published.listDefinition,
    };
    const operations = published.operations.map((operation) => ({ ...operation }));
    invocation.out(stringify({ definitions, operations }));
    return 0;
  },
};
