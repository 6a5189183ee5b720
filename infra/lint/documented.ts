// node infra/lint/documented.ts [PROJECT] (npm run lint): checks that what lib exports is documented, and that an exported name
// and the name of a type mean one thing. Exit code 1, with a line for each exported declaration whose doc comment is missing or
// only repeats the name, and for each name that several modules export or declare as a type. PROJECT is the folder with
// tsconfig.json and lib; default: this repository.
import { relative, resolve } from "node:path";
import { type Node, type SourceFile, type Statement, SyntaxKind } from "typescript/unstable/ast";
import {
  isClassDeclaration,
  isEnumDeclaration,
  isExportAssignment,
  isExportDeclaration,
  isFunctionDeclaration,
  isIdentifier,
  isInterfaceDeclaration,
  isNamedExports,
  isTypeAliasDeclaration,
  isVariableStatement,
} from "typescript/unstable/ast/is";
import { API } from "typescript/unstable/sync";
import { pathOf } from "../build/root.ts";

/** Words that do not count when a doc comment must say more than the name. */
const fillers = new Set(["a", "an", "and", "as", "for", "in", "is", "of", "or", "the", "to"]);

/** Names that several modules export on purpose, with the reason. */
const sharedNames: ReadonlyMap<string, string> = new Map([
  ["convert", "a function of the lens builder, and a command: each is called what its users write"],
]);

/** A declaration at the top of a module. An overloaded function has several of the same name. */
interface Declaration {
  readonly name: string;
  readonly isExported: boolean;
  readonly node: Statement;
}

const [, , folder = pathOf(".")] = process.argv;
const project = resolve(folder);
const api = new API({ cwd: project });
try {
  const modules = modulesOf(resolve(project, "tsconfig.json"));
  const faults = [...modules.flatMap(faultsOf), ...sharedNameFaults(modules)];
  // Printed to stdout, because on stderr the compiler may report that `api.close()` cancelled its work.
  for (const fault of faults) console.log(fault);
  if (faults.length > 0) process.exitCode = 1;
} finally {
  api.close();
}

/** The modules of lib that the project's tsconfig.json includes, without generated ones. */
function modulesOf(config: string): readonly SourceFile[] {
  const program = api.updateSnapshot({ openProjects: [config] }).getProject(config)?.program;
  if (program === undefined) throw new Error(`${config} is not a project of TypeScript`);
  const names = program
    .getSourceFileNames()
    .filter((name) => name.startsWith(`${project}/lib/`) && !/generated\.ts$/.test(name));
  if (names.length === 0) throw new Error(`${config} includes no module of lib`);
  return names.flatMap((name) => program.getSourceFile(name) ?? []);
}

/**
 * A line for each name that several modules export or declare as a type, exported or not. A reader of a name must not have to
 * find out from which module it is.
 */
function sharedNameFaults(modules: readonly SourceFile[]): readonly string[] {
  const places = modules.flatMap((module) =>
    [...exportsOf(module), ...ownTypesOf(module)].map(([name, [first]]) => ({
      name,
      place: positionText(module, first?.node),
    })),
  );
  return [...Map.groupBy(places, ({ name }) => name)].flatMap(([name, [first, ...others]]) =>
    name === "default" || sharedNames.has(name)
      ? []
      : others.map(
          ({ place }) => `${place} ${name} is declared by ${first?.place} too: rename one of them`,
        ),
  );
}

/** The declarations of each name that a module exports. */
function exportsOf(module: SourceFile): ReadonlyMap<string, readonly Declaration[]> {
  const declarations = module.statements.flatMap(declarationsOf);
  const listed = new Set(module.statements.flatMap(listedNames));
  const exported = declarations.filter(({ name, isExported }) => isExported || listed.has(name));
  const names = new Set(exported.map(({ name }) => name));
  return new Map(
    [...names].map((name) => [name, declarations.filter((each) => each.name === name)]),
  );
}

/** The types, interfaces and classes of each name that a module declares and does not export. */
function ownTypesOf(module: SourceFile): ReadonlyMap<string, readonly Declaration[]> {
  const exported = exportsOf(module);
  const own = module.statements
    .flatMap(declarationsOf)
    .filter(({ name, node }) => isTypeDeclaration(node) && !exported.has(name));
  return Map.groupBy(own, ({ name }) => name);
}

function faultsOf(module: SourceFile): readonly string[] {
  return [...exportsOf(module)].flatMap(([name, own]) => {
    const text = own.map(({ node }) => documentationOf(module, node)).join(" ");
    if (saysMore(text, name)) return [];
    const fault =
      text.trim() === "" ? "has no doc comment" : "has a doc comment that only repeats it";
    return [`${positionText(module, own[0]?.node)} ${name} ${fault}`];
  });
}

function declarationsOf(node: Statement): readonly Declaration[] {
  return namesOf(node).map((name) => ({ name, isExported: hasExport(node), node }));
}

function namesOf(node: Statement): readonly string[] {
  if (isVariableStatement(node)) {
    return node.declarationList.declarations.flatMap(({ name }) =>
      isIdentifier(name) ? [name.text] : [],
    );
  }
  if (isExportAssignment(node)) return ["default"];
  const isNamed = isFunctionDeclaration(node) || isTypeDeclaration(node) || isEnumDeclaration(node);
  return isNamed ? [node.name?.text ?? "default"] : [];
}

function isTypeDeclaration(node: Statement) {
  return isClassDeclaration(node) || isInterfaceDeclaration(node) || isTypeAliasDeclaration(node);
}

function hasExport(node: Statement): boolean {
  if (isExportAssignment(node)) return true;
  if (!("modifiers" in node) || !Array.isArray(node.modifiers)) return false;
  return node.modifiers.some(({ kind }: Node) => kind === SyntaxKind.ExportKeyword);
}

/** The module's own names in `export { a, b }`, without those from other modules. */
function listedNames(node: Statement): readonly string[] {
  if (!isExportDeclaration(node) || node.moduleSpecifier !== undefined) return [];
  const { exportClause: clause } = node;
  if (clause === undefined || !isNamedExports(clause)) return [];
  return clause.elements.map(({ name, propertyName = name }) => propertyName.text);
}

/** The last doc comment above a declaration. Earlier ones are not part of its documentation. */
function documentationOf({ text }: SourceFile, node: Node): string {
  const comment = node.jsDoc?.at(-1);
  return comment === undefined ? "" : text.slice(comment.pos, comment.end);
}

/** True for a text with a word beyond those of the name. */
function saysMore(text: string, name: string): boolean {
  const known = new Set(wordsOf(name.replace(/([a-z])([A-Z])/g, "$1 $2")));
  return wordsOf(text).some((word) => !known.has(word) && !fillers.has(word));
}

/** The words of a text in lower case, each without an s at its end. */
function wordsOf(text: string): readonly string[] {
  return (text.toLowerCase().match(/\w+/g) ?? []).map((word) => word.replace(/s$/, ""));
}

function positionText(module: SourceFile, node: Node | undefined): string {
  return `${relative(project, module.fileName)}:${lineOf(module, node)}`;
}

/** The line at which a declaration begins, from 1. */
function lineOf({ text }: SourceFile, node: Node | undefined): number {
  return text.slice(0, node?.getStart() ?? 0).split("\n").length;
}
