import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    name: "package",
    root: new URL("../..", import.meta.url).pathname,
    include: ["test/package/**/*.test.ts"],
    // Each file builds dist/ anew.
    fileParallelism: false,
    testTimeout: 60_000,
    hookTimeout: 240_000,
  },
});
