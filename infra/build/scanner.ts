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
 * The module as a list of numbers: a bundle holds it smaller than in base64 once it is zipped, and needs no loop to read it.
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
  return `// Made by infra/build/scanner.ts from ${source}: npm run generate

export function moduleBytes(): Uint8Array<ArrayBuffer> {
  return new Uint8Array([
${linesOf(wasm).join("\n")}
  ]);
}
`;
}

const bytesInLine = 24;

function linesOf(bytes: Uint8Array): readonly string[] {
  return Array.from({ length: Math.ceil(bytes.length / bytesInLine) }, (_, line) => {
    const start = line * bytesInLine;
    return `    ${bytes.subarray(start, start + bytesInLine).join(", ")},`;
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(scannerFile, await scannerCode());
}
