import type { JsonValue } from "../json/value.ts";
import type { ClusterReader, ClusterReply } from "./cluster-reader.ts";

/** Reads from one cluster, and writes to it with the rights of the user. */
export interface ClusterClient extends ClusterReader {
  /** Sends a write. It is repeated where the server says when to; any other reply is returned, whatever its status. */
  readonly send: (write: ClusterWrite) => Promise<ClusterReply>;
}

/** A request that changes something. */
export interface ClusterWrite {
  readonly method: "POST" | "PUT" | "PATCH" | "DELETE";
  /** With its query. */
  readonly path: string;
  readonly body: JsonValue;
  /** JSON where left out. */
  readonly contentType?: WriteMediaType;
  /** The media types that the response may have; JSON where left out. */
  readonly accept?: string;
}

/** What a body is: an object, or one of three forms of a patch. */
export type WriteMediaType =
  | "application/json"
  | "application/json-patch+json"
  | "application/merge-patch+json"
  | "application/apply-patch+yaml";
