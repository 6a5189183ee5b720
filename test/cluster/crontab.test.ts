import { cronTab } from "./kinds.ts";
import { testVerbs } from "./verbs.ts";

testVerbs(cronTab);
