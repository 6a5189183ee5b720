import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    name: "cloud",
    root: new URL("../..", import.meta.url).pathname,
    include: ["test/cloud/**/*.test.ts"],
    // Fetches the tools, bundles and packages, once: whoever packages more does so in a folder of its own.
    globalSetup: ["test/cloud/setup.ts", "test/cloud/packages.ts"],
    // Each file that needs them has a control plane and execution environments of its own.
    maxWorkers: 2,
    testTimeout: 180_000,
    hookTimeout: 300_000,
    reporters: ["verbose"],
  },
});
