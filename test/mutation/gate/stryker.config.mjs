// npm run mutation:gate: what the API server would refuse, remove and fill in.
import { options } from "../options.mjs";

export default options(
  "gate",
  ["lib/protocol/gate/*.ts", "lib/schema/pruning/*.ts", "lib/schema/defaulting/*.ts"],
  95,
);
