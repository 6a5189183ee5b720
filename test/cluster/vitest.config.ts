import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    name: "cluster",
    root: new URL("../..", import.meta.url).pathname,
    include: ["test/cluster/**/*.test.ts"],
    setupFiles: ["test/support/seed.ts"],
    maxWorkers: 2,
    testTimeout: 180_000,
    hookTimeout: 180_000,
    reporters: ["verbose"],
  },
});
