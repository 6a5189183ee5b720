import type { BuildOptions } from "esbuild";
import type { KindInFolder } from "../kinds/kinds.ts";
import { bundle } from "./build-bundles.ts";
import { kindsModule, kindsPlugin } from "./bundled-kinds.ts";
import { browserOnly, bundleShape } from "./bundles.ts";
import { lensesAsData } from "./lens-data.ts";
import { libraryFolder, moduleExtension } from "./library-path.ts";
import { ownLibrary } from "./own-library.ts";
import { leaveOutUnusedOps } from "./used-ops.ts";

interface ContainerBundle {
  readonly text: string;
  readonly warnings: readonly string[];
}

/**
 * Bundles a container's program, with the kinds, into one CommonJS file. It has no separate parts, because a process that runs
 * for days loads everything once. Throws {@link UsageError} if esbuild is not installed or can't bundle a kind's code.
 */
export async function containerBundle(kinds: readonly KindInFolder[]): Promise<ContainerBundle> {
  const { files, warnings } = await bundle(containerOptions(kinds));
  return { text: files.map(({ text }) => text).join(""), warnings };
}

function containerOptions(kinds: readonly KindInFolder[]): BuildOptions {
  return {
    ...bundleShape,
    external: browserOnly,
    stdin: {
      contents: [
        `import { runContainer } from "./lib/hosts/container/run-container${moduleExtension}";`,
        `import { kinds } from "${kindsModule}";`,
        "runContainer(kinds);",
      ].join("\n"),
      resolveDir: libraryFolder,
      sourcefile: "container.ts",
      loader: "ts",
    },
    plugins: [ownLibrary, kindsPlugin(kinds), leaveOutUnusedOps(kinds), lensesAsData(kinds)],
  };
}
