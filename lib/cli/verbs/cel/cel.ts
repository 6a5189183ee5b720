import { compileExpression } from "../../../cel/expression.ts";
import { showValue } from "../../../cel/value/show-value.ts";
import { CelError } from "../../../cel/value/value.ts";
import { parse } from "../../../json/parse.ts";
import { isObject, type JsonValue, member } from "../../../json/value.ts";
import { stringify } from "../../../json/write.ts";
import { parseStructural } from "../../../schema/structural/parse.ts";
import type { Structural } from "../../../schema/structural/structural.ts";
import { type Command, textOption, UsageError } from "../../command.ts";
import { readText } from "../../files/read-file.ts";
import { readObjects } from "../../files/yaml.ts";
import { readVersion } from "../../kinds/definitions.ts";
import { outputForm, outputOption, textOrJson } from "../../output-form.ts";

/** The command `cel`: evaluates one expression, to try a validation rule without a cluster. */
export const cel: Command = {
  help: `usage: customhouse cel EXPR [--self FILE] [--crd FILE [--version V]] [-o FORM]

Evaluates a CEL expression as kube-apiserver 1.36 evaluates a rule in x-kubernetes-validations, and prints its value,
type and cost. With --crd, self has the type that the definition gives the resource.

  --self FILE       the value of self: JSON, or YAML with one object
  --old FILE        the value of oldSelf, in the same forms
  --crd FILE        the CustomResourceDefinition whose schema gives self its type
  --version V       the version of that definition (default: the storage version)
  -o, --output FORM text (default), or json: {value, type, cost, estimate}

example: customhouse cel 'self.spec.replicas <= 10' --self widget.yaml --crd crd.yaml
exit code: 0 evaluated, 1 the expression does not compile or its evaluation failed, 2 wrong usage`,
  forms: textOrJson,
  options: {
    self: { type: "string" },
    old: { type: "string" },
    crd: { type: "string" },
    version: { type: "string" },
    ...outputOption,
  },
  run: async (invocation) => {
    const [text, ...rest] = invocation.words;
    if (text === undefined || rest.length > 0) throw new UsageError("give one expression");
    const form = outputForm(invocation, textOrJson);
    const structural = readSchema(textOption(invocation, "crd"), textOption(invocation, "version"));
    const compiled = await compileExpression(text, { structural, isResource: true });
    if (!compiled.ok) {
      invocation.error(compiled.error.text);
      return 1;
    }
    const { type, estimate, evaluate } = compiled.value;
    const { value, cost } = evaluate({
      ...readValue("self", textOption(invocation, "self")),
      ...readValue("oldSelf", textOption(invocation, "old")),
    });
    if (value instanceof CelError) invocation.error(`error: ${value.message}`);
    const shown = value instanceof CelError ? null : showValue(value);
    const [min, max] = [`${estimate.min}`, `${estimate.max}`];
    invocation.out(
      form === "json"
        ? stringify({ value: shown, type, cost, estimate: { min, max } })
        : [
            ...(shown === null ? [] : [`value  ${shown}`]),
            `type   ${type}`,
            `cost   ${cost} (estimated ${min} to ${max})`,
          ].join("\n"),
    );
    return value instanceof CelError ? 1 : 0;
  },
};

function readSchema(file: string | undefined, version: string | undefined): Structural | undefined {
  if (file === undefined) return undefined;
  const schema = member(readVersion(file, version).version, "schema");
  const root = isObject(schema) ? member(schema, "openAPIV3Schema") : undefined;
  if (!isObject(root)) throw new UsageError(`${file}: the version has no schema: change --version`);
  return parseStructural(root).structural;
}

/** A map from `name` to the value in a file, which is any JSON value or one YAML object. Empty if no file is given. */
function readValue(name: string, file: string | undefined): Readonly<Record<string, JsonValue>> {
  if (file === undefined) return {};
  const parsed = file === "-" ? undefined : parse(readText(file), { tokens: true });
  if (parsed?.ok === true) return { [name]: parsed.value };
  const [object, ...more] = readObjects(file);
  if (object === undefined || more.length > 0) {
    throw new UsageError(
      `${file} has ${object === undefined ? "no" : "more than one"} object: give a file with one`,
    );
  }
  return { [name]: object };
}
