import { resolve } from "node:path";
import type { Plugin } from "esbuild";
import { UsageError } from "../command.ts";
import { generate, generatedCode } from "../kinds/generated-files.ts";
import { crdFile } from "../kinds/kind-files.ts";
import { codeFile, type KindInFolder, kindsFolders, loadKindsInFolders } from "../kinds/kinds.ts";
import { misplacedKinds } from "../kinds/misplaced-kinds.ts";
import { libraryFile } from "./library-path.ts";
import { usesYaml } from "./uses-yaml.ts";

/**
 * The kinds below folders, as a bundle will have them. Throws {@link UsageError} where a kind does not compile, where its
 * `generated.ts` is stale, and where a folder looks like a kind that no verb would find.
 */
export async function bundledKinds(
  folders: unknown,
  mayRunCode = false,
): Promise<readonly KindInFolder[]> {
  const roots = kindsFolders(folders);
  const misplaced = roots.flatMap(misplacedKinds);
  if (misplaced.length > 0) throw new UsageError(misplaced.join("\n"));
  const kinds = await loadKindsInFolders(folders, "refused", mayRunCode);
  const stale = kinds
    .filter(({ folder }) => codeFile(folder) !== undefined && crdFile(folder) !== undefined)
    .flatMap(({ folder }) => generate(folder))
    .filter(({ isStale }) => isStale);
  if (stale.length > 0) {
    const lines = stale.map(
      ({ file }) => `${file} is stale: the YAML files beside it declare something else`,
    );
    throw new UsageError(`${lines.join("\n")}\ncustomhouse generate writes it`);
  }
  return kinds;
}

/** The module that a function imports its kinds from. */
export const kindsModule = "customhouse:kinds";

/** Writes {@link kindsModule}: each kind by its code, or else made from its YAML files, so that no file names them. */
export function kindsPlugin(kinds: readonly KindInFolder[]): Plugin {
  return {
    name: "kinds",
    setup: ({ onLoad, onResolve }) => {
      onResolve({ filter: new RegExp(`^${kindsModule}$`) }, () => ({
        path: kindsModule,
        namespace: kindsModule,
      }));
      onLoad({ filter: /./, namespace: kindsModule }, () => ({
        contents: listCode(kinds),
        resolveDir: resolve("."),
        loader: "ts",
      }));
      onResolve({ filter: new RegExp(`^${ofFiles}:`) }, ({ path }) => ({
        path: path.slice(ofFiles.length + 1),
        namespace: ofFiles,
      }));
      onLoad({ filter: /./, namespace: ofFiles }, ({ path }) => ({
        contents: codeOfFiles(path),
        resolveDir: path,
        loader: "ts",
      }));
    },
  };
}

/** Imports of kinds that are declared by YAML files alone. */
const ofFiles = "customhouse-files";

function listCode(kinds: readonly KindInFolder[]): string {
  const imports = kinds.map(({ folder }, index) => {
    const code = codeFile(folder);
    const [exported, module] =
      code === undefined ? ["declared", `${ofFiles}:${resolve(folder)}`] : ["kind", resolve(code)];
    return `import { ${exported} as kind${index} } from ${JSON.stringify(module)};`;
  });
  return [...imports, `export const kinds = [${kinds.map((_, index) => `kind${index}`)}];`].join(
    "\n",
  );
}

/** The code of a kind without code of its own: what {@link generatedCode} exports of it, declared. */
function codeOfFiles(folder: string): string {
  const generated = generatedCode(folder);
  const declared = [
    ...generated.matchAll(/^export const (crd|samples|lenses|hooks|gone|conversionGuard)\b/gm),
  ].map(([, name]) => name);
  const tools = usesYaml(folder)
    ? [`import { yamlText } from ${JSON.stringify(libraryFile("lib/lens/ops/text/yaml-text"))};`]
    : [];
  const hasAdmission = /^export const admission\b/m.test(generated);
  const members = [
    ...declared,
    ...(tools.length > 0 ? ["tools: { yaml: yamlText }"] : []),
    ...(hasAdmission ? ["admission: declaredAdmission(crd, admission)"] : []),
  ];
  const declaring = "lib/admission/declared/declared-admission";
  const hasOldStash = /^export const oldStash\b/m.test(generated);
  const kind = `defineKind({ ${members.join(", ")} })`;
  return [
    `import { defineKind } from ${JSON.stringify(libraryFile("lib/kind/kind"))};`,
    ...(hasAdmission
      ? [`import { declaredAdmission } from ${JSON.stringify(libraryFile(declaring))};`]
      : []),
    ...(hasOldStash
      ? [`import { withOldStash } from ${JSON.stringify(libraryFile("lib/kind/old-stash"))};`]
      : []),
    ...tools,
    generated,
    `export const declared = ${hasOldStash ? `withOldStash(${kind}, oldStash)` : kind};`,
  ].join("\n");
}
