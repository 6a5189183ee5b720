import { basename, join } from "node:path";
import { isFolder, namesInFolder } from "../files/read-file.ts";
import { isFolderOfKind } from "./kinds.ts";

/** Files that only a kind's folder has. */
const files = [
  "crd.yaml",
  "crd.yaml.gz",
  "conversion.yaml",
  "admission.yaml",
  "kind.ts",
  "kind.js",
];

/** Likely misspellings of the names in {@link files}. */
const mistaken =
  /^(?:crd\.(?:yml|json)|(?:conversion|admission)\.(?:yml|json)|kind\.(?:mts|mjs|cjs|tsx|jsx))$/;

/**
 * A line for each folder below a folder of kinds that has files of a kind but is not loaded as a kind: it is nested too
 * deeply, lacks a crd.yaml, or has a misnamed file.
 */
export function misplacedKinds(kindsFolder: string): readonly string[] {
  if (isFolderOfKind(kindsFolder)) return [];
  return foldersIn(kindsFolder).flatMap((folder) => [
    ...faultsOf(folder),
    ...(isFolderOfKind(folder) ? [] : deeperKinds(folder, kindsFolder)),
  ]);
}

function faultsOf(folder: string): readonly string[] {
  const names = namesInFolder(folder);
  const wrong = names.filter((name) => mistaken.test(name));
  if (wrong.length > 0 && !isFolderOfKind(folder)) {
    return wrong.map(
      (name) =>
        `${join(folder, name)} is not read: a kind's files are crd.yaml, conversion.yaml, admission.yaml and kind.ts. Rename it`,
    );
  }
  const own = names.filter((name) => files.includes(name));
  if (own.length === 0 || isFolderOfKind(folder)) return [];
  return [
    `${folder} is not a kind: it has ${own.join(", ")}, but no crd.yaml. Add the CustomResourceDefinition as crd.yaml`,
  ];
}

/** A line for each kind at any depth below a folder that is not a kind itself. */
function deeperKinds(folder: string, kindsFolder: string): readonly string[] {
  return foldersIn(folder).flatMap((inner) =>
    isFolderOfKind(inner)
      ? [
          `${inner} is not found: a kind's folder is directly in ${kindsFolder}. Move it to ${join(kindsFolder, basename(inner))}`,
        ]
      : deeperKinds(inner, kindsFolder),
  );
}

/** The folders in a folder, except `node_modules` and hidden ones. */
function foldersIn(folder: string): readonly string[] {
  return namesInFolder(folder)
    .filter((name) => name !== "node_modules" && !name.startsWith("."))
    .map((name) => join(folder, name))
    .filter(isFolder);
}
