import { printedCronTab } from "./support/kinds.ts";
import { testVerbs } from "./support/verbs.ts";

testVerbs(printedCronTab);
