import { fileURLToPath } from "node:url";
import { readKindFiles } from "../../../../lib/cli/kinds/kind-files.ts";
import { defineKind } from "../../../../lib/kind/kind.ts";

const { crd, lenses = [] } = readKindFiles(fileURLToPath(new URL(".", import.meta.url)));

/** A kind with the guard on. */
export const kind = defineKind({ crd, lenses, conversionGuard: true });
