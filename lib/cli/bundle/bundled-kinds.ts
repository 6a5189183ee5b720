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
 * Loads the kinds to bundle from the folders of `--kinds`. Throws {@link UsageError} if a kind does not compile, if the
 * `generated.ts` beside a kind's code is stale, and if a folder has files of a kind but is not loaded as one.
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
      ({ file }) => `${file} is stale: it differs from what the YAML files beside it declare`,
    );
    throw new UsageError(`${lines.join("\n")}\nwrite it with customhouse generate`);
  }
  return kinds;
}

/** The name of the generated module from which a function's entry imports its kinds. */
export const kindsModule = "customhouse:kinds";

/** An esbuild plugin that generates {@link kindsModule}: a list of the kinds, from their code or else from their YAML files. */
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

/** The prefix of imports, and the esbuild namespace, of kinds that only YAML files declare. */
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

/** The module of a kind without code: the text of {@link generatedCode}, and a `defineKind` call with its exports. */
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
