import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    name: "cloud",
    root: new URL("../..", import.meta.url).pathname,
    include: ["test/cloud/**/*.test.ts"],
    // Builds dist/ and fetches the tools once: files only package, each to a folder of its own.
    globalSetup: ["test/cloud/setup.ts"],
    maxWorkers: 2,
    testTimeout: 180_000,
    hookTimeout: 300_000,
    reporters: ["verbose"],
  },
});
