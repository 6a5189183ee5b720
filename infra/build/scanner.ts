import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import asc from "assemblyscript/asc";
import { pathOf } from "./root.ts";

/** A WebAssembly module of `lib/json/scan`, and the AssemblyScript that it is compiled from. */
export interface ScannerModule {
  readonly source: string;
  /** The memory that the module starts with, in pages of 64 KiB. */
  readonly pages: number;
  /** The TypeScript file with the module's bytes, so that a bundle is a single file. */
  readonly file: string;
}

/** `scan.ts` checks that a text is JSON and lists its structure; `keys.ts`, a smaller module, only finds escapes in keys. */
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
 * The text of a module's `file`, with its bytes as hexadecimal digits. Zipped, these are smaller than base64 or a list of
 * numbers, because each byte has the same two digits wherever it stands. V8 need not create a list of numbers either.
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
