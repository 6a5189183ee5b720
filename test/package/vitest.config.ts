import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    name: "package",
    root: new URL("../..", import.meta.url).pathname,
    include: ["test/package/**/*.test.ts"],
    // Each file builds dist/ anew.
    fileParallelism: false,
    testTimeout: 60_000,
    // The first installation on a machine fetches what npm has not cached.
    hookTimeout: 420_000,
  },
});
