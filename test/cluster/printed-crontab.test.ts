import { printedCronTab } from "./kinds.ts";
import { testVerbs } from "./verbs.ts";

testVerbs(printedCronTab);
