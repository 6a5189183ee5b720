/** The options that every verb has besides its own. */
export const commonOptions = {
  quiet: { type: "boolean", short: "q" },
  help: { type: "boolean", short: "h" },
} as const;

/** The help of {@link commonOptions}, printed below a verb's own help. */
export const commonHelp = `options of every verb:
  -q, --quiet       print results, warnings and errors only: no progress, no list of what was written, no next steps
  -h, --help        describe the verb`;
