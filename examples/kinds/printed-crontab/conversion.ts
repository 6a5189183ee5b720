import { fail, lens, split } from "../../../lib/lens.ts";
import { v1, v1beta1 } from "./generated.ts";

/** The conversion of the other CronTab, with fields at the object's root. */
export const hostPortSplit = lens(v1beta1, v1, (v1beta1, v1) => [
  split(
    v1beta1.hostPort,
    "{host}:{port}",
    { host: v1.host, port: v1.port },
    { unparsable: fail("hostPort could not be parsed into a separate host and port") },
  ),
]);
