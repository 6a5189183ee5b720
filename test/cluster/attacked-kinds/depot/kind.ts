import { fileURLToPath } from "node:url";
import { defineKind } from "../../../../lib/admission/kind.ts";
import { readKindFiles } from "../../../../lib/cli/kind-files.ts";

const { crd, lenses = [] } = readKindFiles(fileURLToPath(new URL(".", import.meta.url)));

/** A kind with the guard on. */
export const kind = defineKind({ crd, lenses, conversionGuard: true });
