import { kind as cronTab } from "./crontab/kind.ts";
import { kind as pizza } from "./pizza/kind.ts";
import { kind as printedCronTab } from "./printed-crontab/kind.ts";
import { kind as topping } from "./topping/kind.ts";

/** The kinds that this deployment serves. */
export const kinds = [pizza, topping, cronTab, printedCronTab];
