import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/unit/protocol/gate-*.test.ts", "test/unit/schema/{pruning,defaulting}.test.ts"],
  },
});
