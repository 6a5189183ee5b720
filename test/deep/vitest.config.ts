import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    name: "deep",
    root: new URL("../..", import.meta.url).pathname,
    include: ["test/deep/**/*.test.ts"],
    maxWorkers: 2,
    testTimeout: 600_000,
    reporters: ["verbose"],
  },
});
