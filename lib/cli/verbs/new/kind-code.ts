import type { Side } from "../../../converter/side.ts";
import type { DraftedLens } from "../../draft/draft-lens.ts";
import type { CandidateRule } from "../../draft/todos.ts";
import { constantName } from "../../kinds/version-types.ts";
import { ruleCode } from "./rule-code.ts";

/** The text of a `conversion.ts` with drafted lenses. Its comments give reasons for rules, and name undecided fields. */
export function conversionCode(lenses: readonly DraftedLens[]): string {
  const calls = lenses.flatMap((lens) =>
    lens.rules.flatMap(({ rule, inverted }) => ruleCode(rule, namesOf(lens), inverted).calls),
  );
  const functions = [...new Set(["lens", ...calls])].sort();
  const versions = [
    ...new Set(lenses.flatMap(({ from, to }) => [from, to].map(constantName))),
  ].sort();
  return [
    `import { ${functions.join(", ")} } from "customhouse/lens";`,
    `import { ${versions.join(", ")} } from "./generated.ts";`,
    ...lenses.map(lensCode),
  ]
    .join("\n")
    .concat("\n");
}

function lensCode(lens: DraftedLens): string {
  const { from, to, rules, todos } = lens;
  const names = namesOf(lens);
  const lines = [
    ...rules.flatMap(({ rule, reasons, inverted }) => [
      ...reasons.map((reason) => `// TODO review: ${reason}`),
      `${ruleCode(rule, names, inverted).code},`,
    ]),
    ...todos.flatMap(({ text, candidate }) => [
      ...`TODO ${text}`.split("\n").map((line) => `// ${line}`),
      ...(candidate === undefined ? [] : [candidateCode(candidate, names)]),
    ]),
  ];
  const body = lines.map((line) => `\n  ${line}`).join("");
  const versions = `${names.from}, ${names.to}`;
  const hasPaths = rules.length > 0 || todos.some(({ candidate }) => candidate !== undefined);
  const parameters = hasPaths ? `(${versions})` : "()";
  return `
/** Converts between ${from} and ${to}. */
export const ${lensName(lens)} = lens(${versions}, ${parameters} => [${body}${body === "" ? "" : "\n"}]);`;
}

/** The constants of the two versions, which the lens's parameters are named for. */
function namesOf({ from, to }: DraftedLens): Readonly<Record<Side, string>> {
  return { from: constantName(from), to: constantName(to) };
}

function candidateCode(
  { rule, reason }: CandidateRule,
  names: Readonly<Record<Side, string>>,
): string {
  return `// ${ruleCode(rule, names, new Set()).code},${reason === undefined ? "" : ` // ${reason}`}`;
}

/** The name of a lens's constant: `v1beta1ToV1`. */
function lensName({ from, to }: DraftedLens): string {
  const newer = constantName(to);
  return `${constantName(from)}To${newer.charAt(0).toUpperCase()}${newer.slice(1)}`;
}

/** The text of a `kind.ts` that declares the kind. With lenses, it turns the conversion guard on. */
export function kindCode(lenses: readonly DraftedLens[]): string {
  const names = lenses.map(lensName);
  return [
    'import { defineKind } from "customhouse";',
    ...(names.length === 0 ? [] : [`import { ${names.join(", ")} } from "./conversion.ts";`]),
    'import { crd, samples } from "./generated.ts";',
    "",
    names.length === 0
      ? "export const kind = defineKind({ crd, samples });"
      : `export const kind = defineKind({ crd, samples, lenses: [${names.join(", ")}], conversionGuard: true });`,
    "",
  ].join("\n");
}
