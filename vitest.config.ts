import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    exclude: ["test/cluster/**", "test/package/**", "node_modules/**"],
    typecheck: { enabled: true, include: ["test/**/*.test-d.ts"] },
  },
});
