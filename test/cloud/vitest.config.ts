import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    name: "cloud",
    root: new URL("../..", import.meta.url).pathname,
    include: ["test/cloud/**/*.test.ts"],
    globalSetup: ["test/cloud/packages.ts"],
    // Each file has a control plane and execution environments of its own.
    maxWorkers: 2,
    testTimeout: 120_000,
    hookTimeout: 180_000,
    reporters: ["verbose"],
  },
});
