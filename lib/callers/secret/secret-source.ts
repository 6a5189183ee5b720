/** Where the secret is read from. */
export interface SecretSource {
  /** Set if a read succeeds only while a request is handled, so that none may start earlier. */
  readonly onlyInRequests?: true;
  /** Returns the secret's current text. Errors: those of the source; their class and code are logged. */
  read(signal: AbortSignal): Promise<string>;
}

/** Where the secret is read from and written to. */
export interface SecretStore extends SecretSource {
  /** Replaces the whole secret by a new version. */
  write(text: string, signal: AbortSignal): Promise<void>;
}
