/** The source of the secret's JSON. */
export interface SecretSource {
  /** The current text. Errors: those of the source; class and code go to the log. */
  read(signal: AbortSignal): Promise<string>;
}

/** A source of the secret that can also be written. */
export interface SecretStore extends SecretSource {
  /** Replaces the secret by a new version. */
  write(text: string, signal: AbortSignal): Promise<void>;
}
