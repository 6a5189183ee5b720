import { kind as cronTab } from "../../examples/kinds/crontab/kind.ts";
import { kind as pizza } from "../../examples/kinds/pizza/kind.ts";
import { kind as printedCronTab } from "../../examples/kinds/printed-crontab/kind.ts";
import { kind as topping } from "../../examples/kinds/topping/kind.ts";

/** The kinds in examples/kinds. */
export const kinds = [pizza, topping, cronTab, printedCronTab];
