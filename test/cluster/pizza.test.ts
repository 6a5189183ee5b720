import { pizza } from "./support/kinds.ts";
import { testVerbs } from "./support/verbs.ts";

testVerbs(pizza);
