/** Where the secret's JSON is kept. */
export interface SecretSource {
  /** The text as it is now. Errors: whatever the place says; class and code go to the log. */
  read(signal: AbortSignal): Promise<string>;
}

/** A place of the secret that can also be written. */
export interface SecretStore extends SecretSource {
  /** Puts a new version in the old one's place. */
  write(text: string, signal: AbortSignal): Promise<void>;
}
