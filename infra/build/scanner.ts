import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import asc from "assemblyscript/asc";
import { pathOf } from "./root.ts";

/** A WebAssembly module of `lib/json/scan`. */
export interface ScannerModule {
  readonly source: string;
  /** Pages of 64 KiB that it starts with. */
  readonly pages: number;
  /** The TypeScript file with the module's bytes, so that a bundle is a single file. */
  readonly file: string;
}

/** One module checks that a text is JSON and lists its structure; a small one only looks for escapes in keys. */
export const scannerModules: readonly ScannerModule[] = [
  {
    source: "lib/json/scan/assembly/scan.ts",
    pages: 16,
    file: pathOf("lib/json/scan/module.generated.ts"),
  },
  {
    source: "lib/json/scan/assembly/keys.ts",
    pages: 1,
    file: pathOf("lib/json/scan/keys-module.generated.ts"),
  },
];

/**
 * A module as hexadecimal digits. Zipped, they are smaller than base64 or a list of numbers, because each byte has the same two
 * digits wherever it stands; and V8 need not make a list of them.
 *
 * Errors: throws the message of the AssemblyScript compiler.
 */
export async function scannerCode({ source, pages }: ScannerModule): Promise<string> {
  let wasm: Uint8Array = new Uint8Array();
  const flags = [
    ...["--baseDir", pathOf(""), "--runtime", "stub", "--enable", "simd", "-O3", "--noAssert"],
    ...["--initialMemory", String(pages), "--outFile", "scanner.wasm"],
  ];
  const { error, stderr } = await asc.main([source, ...flags], {
    writeFile: (_, contents) => {
      wasm = typeof contents === "string" ? Buffer.from(contents) : contents;
    },
  });
  if (error !== null) throw new Error(stderr.toString(), { cause: error });
  return `// Made by infra/build/scanner.ts from ${source}: npm run generate

export function moduleBytes(): Uint8Array<ArrayBuffer> {
  return Buffer.from(
    "${Buffer.from(wasm).toString("hex")}",
    "hex",
  );
}
`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const each of scannerModules) writeFileSync(each.file, await scannerCode(each));
}
