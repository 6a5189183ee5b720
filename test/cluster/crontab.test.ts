import { cronTab } from "./support/kinds.ts";
import { testVerbs } from "./support/verbs.ts";

testVerbs(cronTab);
