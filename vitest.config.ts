import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    exclude: [
      "test/chain/**",
      "test/cloud/**",
      "test/cluster/**",
      "test/deep/**",
      "test/package/**",
      "test/webhooks/**",
      "node_modules/**",
    ],
    setupFiles: ["test/support/seed.ts"],
    // Processes of the CLI that tests start: without their types again, and compiled, they need half of the time.
    env: {
      NODE_COMPILE_CACHE: fileURLToPath(new URL("node_modules/.cache/compile", import.meta.url)),
    },
    // One for each core; vitest's own choice leaves one core idle.
    maxWorkers: "100%",
    // Files share the modules of lib, as reviews do in a process: loading them again for each file took a third of the time.
    isolate: false,
    // Thousands of runs of a property take a while on a busy machine.
    testTimeout: 120_000,
    // `npm run coverage`, which is CI's run of the tests. The thresholds are for all of them: a part alone stays below.
    coverage: {
      thresholds: { lines: 90, statements: 90, functions: 90, branches: 90 },
      include: ["lib/**/*.ts"],
      // Besides generated code, what runs in a browser, in a worker thread or as a process of its own: tests run it, and it is not
      // counted there.
      exclude: [
        "lib/**/*.generated.ts",
        "lib/json/scan/assembly/**",
        "lib/cli/verbs/dev/page/client/**",
        "lib/cli/verbs/dev/cluster/registrar-main.ts",
        "lib/cli/wire/wire-thread.ts",
      ],
      reporter: ["text-summary", "json-summary"],
    },
    // Several hooks bundle the functions.
    hookTimeout: 60_000,
    // With a configuration of their own: the whole project, which `npm run types` checks, takes ten times as long.
    typecheck: {
      enabled: true,
      include: ["test/types/*.test-d.ts"],
      tsconfig: "test/types/tsconfig.json",
    },
  },
});
