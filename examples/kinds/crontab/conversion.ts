import { fail, lens, split } from "../../../lib/lens.ts";
import { v1, v1beta1 } from "./generated.ts";

/**
 * v1beta1 `hostPort: "localhost:1234"` is v1 `host: "localhost"`, `port: "1234"`. The text is split at the last colon: a
 * host may contain colons, a port may not.
 */
export const hostPortSplit = lens(v1beta1, v1, (v1beta1, v1) => [
  split(
    v1beta1.spec.hostPort,
    "{host}:{port}",
    { host: v1.spec.host, port: v1.spec.port },
    { unparsable: fail("hostPort could not be parsed into a separate host and port") },
  ),
]);
