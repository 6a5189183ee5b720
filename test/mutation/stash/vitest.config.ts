import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/unit/lens/**/*.test.ts"],
    // Deep values take minutes, and the checks of a lens preserve nothing.
    exclude: ["test/unit/lens/{depth,hostile}.test.ts", "test/unit/lens/check/**"],
    testTimeout: 120_000,
  },
});
