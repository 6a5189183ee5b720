import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/unit/lens/**/*.test.ts"],
    // Deep values take minutes, and the checks of a lens preserve nothing. The list of ops is compared with docs, which Stryker's
    // copy of the repository lacks.
    exclude: [
      "test/unit/lens/{depth,hostile}.test.ts",
      "test/unit/lens/check/**",
      "test/unit/lens/ops/every-op.test.ts",
    ],
    // As in the whole run of the tests: a third less time for each change.
    isolate: false,
    testTimeout: 120_000,
  },
});
