import {
  compareDefinitions,
  type Incompatibility,
} from "../../../evolve/compat/compare-definitions.ts";
import {
  coveringRulesFinder,
  type FindCoveringRules,
} from "../../../evolve/compat/lens-coverage.ts";
import { checkNames } from "../../../evolve/compat/property-changes.ts";
import { counted } from "../../../json/counted.ts";
import { mapAt, mapsIn } from "../../../json/members.ts";
import { type JsonObject, member } from "../../../json/value.ts";
import { type Command, type Invocation, UsageError } from "../../command.ts";
import { kindsOption } from "../../kinds/kinds.ts";
import { requestedKindFor } from "../../kinds/requested-kinds.ts";
import { outputForm, outputOption, textOrJson } from "../../output-form.ts";
import { clusterOptions, clusterOptionsHelp } from "../../server/requested-cluster.ts";
import { printable } from "../../terminal/printable.ts";
import { definitionAt } from "./definition-ref.ts";

/** The command `compat`: compares two states of a CRD, and names the lens rules that cover a difference. */
export const compat: Command = {
  help: `usage: customhouse compat BASE HEAD [--kinds DIR] [--allow CHECK] [options]

Compares two states of a CustomResourceDefinition, each named by a file, git:REF:PATH (the file in a commit) or
cluster:NAME; crdify's file://PATH, git://REF?path=PATH and kube://NAME mean the same. Prints every incompatible change of
the definition, and of each version that both states have. Also prints every difference between two served versions of
HEAD, unless the same versions of BASE have the same difference. The checks are those of crdify, and servedVersionRemoval.
Checks of the definition and its versions:
${checkNames.slice(0, 4).join(", ")}.
Checks of properties: ${checkNames.slice(4, 11).join(", ")},
${checkNames.slice(11).join(", ")}.

With --kinds, a difference between two versions is covered if a rule of the kind's lens converts the property; the rule is
named. No lens covers a change within one version: it affects clients and stored objects of that version.

  --kinds DIR       the folder of the kind with the lens, or a folder of such folders; may be given again
  --allow-code      run the hooks of kinds outside the current folder
  --allow CHECK     ignore the findings of a check, such as description; may be given again
${clusterOptionsHelp}
  -o, --output text|json
                    the form of the result (default: text)

example: customhouse compat git:main:kinds/backup/crd.yaml kinds/backup/crd.yaml --kinds kinds
exit code: 0 every incompatible change is covered or allowed, 1 a change is not, 2 wrong usage`,
  forms: textOrJson,
  options: {
    ...kindsOption,
    ...clusterOptions,
    ...outputOption,
    allow: { type: "string", multiple: true },
  },
  run: async (invocation) => {
    const form = outputForm(invocation, textOrJson) ?? "text";
    const allowed = allowedChecks(invocation);
    const [base, head, ...rest] = invocation.words;
    if (base === undefined || head === undefined || rest.length > 0)
      throw new UsageError("give BASE and HEAD");
    const [before, after] = [
      await definitionAt(base, invocation),
      await definitionAt(head, invocation),
    ];
    requireSameName(before, after);
    const coverage = await coverageOf(invocation, after);
    const found = compareDefinitions(before, after)
      .filter(({ check }) => !allowed.includes(check))
      .map((each) => ({ ...each, coveredBy: coverage(each) }));
    printChanges(invocation, form, found);
    return found.some(({ coveredBy }) => coveredBy.length === 0) ? 1 : 0;
  },
};

/** Throws {@link UsageError} if the two definitions have different names. */
function requireSameName(before: JsonObject, after: JsonObject): void {
  const [base, head] = [before, after].map((crd) => String(member(mapAt(crd, "metadata"), "name")));
  if (base === head) return;
  throw new UsageError(`BASE is ${base} and HEAD is ${head}: give two states of one definition`);
}

function allowedChecks({ options }: Invocation): readonly string[] {
  const given = options["allow"];
  const names = Array.isArray(given) ? given.map(String) : [];
  const unknown = names.find((name) => !checkNames.includes(name));
  if (unknown === undefined) return names;
  throw new UsageError(
    `--allow takes one of ${checkNames.join(", ")}, not ${JSON.stringify(unknown)}`,
  );
}

/** Finds covering rules in the kind of `--kinds`; none without the option. Throws {@link UsageError} if it lacks the kind. */
async function coverageOf(invocation: Invocation, head: JsonObject): Promise<FindCoveringRules> {
  const spec = mapAt(head, "spec");
  const [group, plural] = [member(spec, "group"), member(mapAt(spec, "names"), "plural")];
  const kind = await requestedKindFor(invocation, `${String(plural)}.${String(group)}`);
  if (kind === undefined) return () => [];
  const schemas = mapsIn(member(spec, "versions")).map(
    (version) =>
      [
        String(member(version, "name")),
        mapAt(mapAt(version, "schema"), "openAPIV3Schema"),
      ] as const,
  );
  return coveringRulesFinder({ group: kind.group, lenses: kind.lenses, schemas: new Map(schemas) });
}

/** An incompatible change, and the lens rules that cover it. */
interface CheckedIncompatibility extends Incompatibility {
  readonly coveredBy: readonly string[];
}

function printChanges(
  { out }: Invocation,
  form: (typeof textOrJson)[number],
  found: readonly CheckedIncompatibility[],
): void {
  if (form === "json") {
    out(JSON.stringify(found, undefined, 2));
    return;
  }
  for (const { check, versions, path, text, coveredBy } of found) {
    const isCovered = coveredBy.length > 0;
    const place = [versions.join(" to "), path === "." ? "" : path].filter(Boolean).join(" ");
    const rules = isCovered ? ` (covered by ${coveredBy.join(", ")})` : "";
    const where = place === "" ? "" : `${place}: `;
    out(printable(`${isCovered ? "ok  " : "FAIL"}  ${check}  ${where}${text}${rules}`));
  }
  const failed = found.filter(({ coveredBy }) => coveredBy.length === 0).length;
  const covered = found.length - failed;
  const tail = covered === 0 ? "" : `, and ${covered} more that the lens covers`;
  out(`${counted(failed, "incompatible change")}${tail}`);
}
