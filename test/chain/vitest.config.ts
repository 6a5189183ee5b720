import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    name: "chain",
    root: new URL("../..", import.meta.url).pathname,
    include: ["test/chain/**/*.test.ts"],
    globalSetup: ["test/cloud/setup.ts", "test/chain/tarballs.ts"],
    // One after another: the chain prints how long a new user waits for each step.
    fileParallelism: false,
    // Each step needs what the one before left.
    bail: 1,
    testTimeout: 180_000,
    hookTimeout: 300_000,
    reporters: ["verbose"],
  },
});
