import { err, ok, type Result } from "../../json/result.ts";
import { type Invocation, textOption, UsageError } from "../command.ts";

/** An address to connect to instead of a url's host. */
export interface ConnectTo {
  readonly host: string;
  readonly port: number;
}

/** The option `--connect`: an address to connect to instead of the url's host. */
export const connectOption = { connect: { type: "string" } } as const;

/**
 * Parses the value of `--connect`; undefined if it was not given. Throws {@link UsageError} for a text that is not HOST:PORT.
 */
export function requestedConnection(invocation: Invocation): ConnectTo | undefined {
  const text = textOption(invocation, "connect");
  if (text === undefined) return undefined;
  const connection = readConnection(text);
  if (connection.ok) return connection.value;
  throw new UsageError(`--connect takes HOST:PORT, not ${JSON.stringify(text)}`);
}

function readConnection(text: string): Result<ConnectTo, "malformed"> {
  const [, host, port] = /^([A-Za-z0-9.-]+|\[[0-9A-Fa-f:.]+\]):(\d{1,5})$/.exec(text) ?? [];
  if (host === undefined || Number(port) > 65_535) return err("malformed");
  return ok({ host: host.replace(/^\[|\]$/g, ""), port: Number(port) });
}
