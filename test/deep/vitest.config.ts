import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    name: "deep",
    root: new URL("../..", import.meta.url).pathname,
    include: [
      "test/deep/**/*.test.ts",
      "test/property/{absence,admission,cel,cluster,conversion,each-where,forged-annotations,fuzz,json,kinds,lens,lens-analysis,lens-containers,lens-ops,nearest,patch,recording,scan,schema-crd,schema-structural,schema-validation,splice,verify}.test.ts",
    ],
    setupFiles: ["test/support/seed.ts"],
    // The properties of `npm test` are tried more often here: test/support/tries.ts.
    env: { DEEP: "1" },
    maxWorkers: 2,
    testTimeout: 600_000,
    reporters: ["verbose"],
  },
});
