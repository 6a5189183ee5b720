import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    name: "deep",
    root: new URL("../..", import.meta.url).pathname,
    include: [
      "test/deep/**/*.test.ts",
      "test/property/{forged-annotations,lens-ops,recording,schema-crd,schema-structural,splice}.test.ts",
    ],
    // How often the properties that are tried in `npm test` too are tried here.
    env: { RUNS: "20000" },
    maxWorkers: 2,
    testTimeout: 600_000,
    reporters: ["verbose"],
  },
});
