import type { JsonValue } from "../json/value.ts";
import type { ClusterReader, ClusterReply } from "./cluster-reader.ts";

/** Reads from one cluster and writes to it, with the permissions of the user. */
export interface ClusterClient extends ClusterReader {
  /** Sends a write. Repeats it after a 429 or 503 with Retry-After; returns all other responses, also errors. */
  readonly send: (write: ClusterWrite) => Promise<ClusterReply>;
}

/** A write request. */
export interface ClusterWrite {
  readonly method: "POST" | "PUT" | "PATCH" | "DELETE";
  /** The request path, including the query. */
  readonly path: string;
  readonly body: JsonValue;
  /** The media type of the body; default JSON. */
  readonly contentType?: WriteMediaType;
  /** The Accept header; default JSON. */
  readonly accept?: string;
}

/** The media type of a body: an object, or one of three types of patch. */
export type WriteMediaType =
  | "application/json"
  | "application/json-patch+json"
  | "application/merge-patch+json"
  | "application/apply-patch+yaml";
