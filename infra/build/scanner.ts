import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import asc from "assemblyscript/asc";
import { pathOf } from "./root.ts";

/** The file that holds the scanner's WebAssembly, so that a bundle needs no file beside it. */
export const scannerFile = pathOf("lib/json/scan/module.generated.ts");

const source = "lib/json/scan/assembly/scan.ts";

const flags = [
  ...["--baseDir", pathOf(""), "--runtime", "stub", "--enable", "simd", "-O3", "--noAssert"],
  ...["--initialMemory", "16", "--outFile", "scanner.wasm"],
];

/**
 * The module in base64, as TypeScript.
 *
 * Errors: throws what the AssemblyScript compiler says.
 */
export async function scannerCode(): Promise<string> {
  let wasm: Uint8Array = new Uint8Array();
  const { error, stderr } = await asc.main([source, ...flags], {
    writeFile: (_, contents) => {
      wasm = typeof contents === "string" ? Buffer.from(contents) : contents;
    },
  });
  if (error !== null) throw new Error(stderr.toString(), { cause: error });
  const base64 = Buffer.from(wasm).toString("base64");
  return `// Made by infra/build/scanner.ts from ${source}: npm run generate\nexport const moduleBase64 =\n  "${base64}";\n`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(scannerFile, await scannerCode());
}
