import { pizza } from "./kinds.ts";
import { testVerbs } from "./verbs.ts";

testVerbs(pizza);
