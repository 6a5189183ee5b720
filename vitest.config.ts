import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    exclude: [
      "test/cloud/**",
      "test/cluster/**",
      "test/deep/**",
      "test/package/**",
      "node_modules/**",
    ],
    // One for each core; vitest's own choice leaves one core idle.
    maxWorkers: "100%",
    // Thousands of runs of a property take a while on a busy machine.
    testTimeout: 120_000,
    // `npm run coverage`
    coverage: {
      include: ["lib/**/*.ts"],
      exclude: ["lib/**/*.generated.ts", "lib/json/scan/assembly/**"],
      reporter: ["text-summary", "json-summary"],
    },
    typecheck: { enabled: true, include: ["test/**/*.test-d.ts"] },
  },
});
