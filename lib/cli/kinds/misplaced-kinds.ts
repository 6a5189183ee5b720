import { basename, join } from "node:path";
import { isFolder, namesInFolder } from "../files/read-file.ts";
import { isFolderOfKind } from "./kinds.ts";
import { misnamedFiles } from "./misnamed-files.ts";

/** Files that only a kind's folder has. */
const files = [
  "crd.yaml",
  "crd.yaml.gz",
  "conversion.yaml",
  "admission.yaml",
  "kind.ts",
  "kind.js",
];

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
  if (isFolderOfKind(folder)) return [];
  const misnamed = misnamedFiles(folder);
  if (misnamed.length > 0) return misnamed;
  const own = namesInFolder(folder).filter((name) => files.includes(name));
  if (own.length === 0) return [];
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
