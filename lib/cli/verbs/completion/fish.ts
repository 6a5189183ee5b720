import type { OptionWords, VerbWords } from "./verb-words.ts";

/** A fish script that completes `customhouse` and describes each verb and option. */
export function fishScript(verbs: readonly VerbWords[]): string {
  const names = verbs.map(({ name }) => name).join(" ");
  return `# customhouse: completion for fish
complete -c customhouse -e
complete -c customhouse -n __fish_use_subcommand -f
${verbs.map(({ name, summary }) => `complete -c customhouse -n __fish_use_subcommand -a ${name} -d ${fishQuoted(summary)}`).join("\n")}
complete -c customhouse -n __fish_use_subcommand -a help -d 'describe a verb'
complete -c customhouse -n '__fish_seen_subcommand_from help' -f -a '${names}'
${verbs.flatMap(linesOf).join("\n")}
`;
}

function linesOf({ name, options, firstWords }: VerbWords): readonly string[] {
  const start = `complete -c customhouse -n '__fish_seen_subcommand_from ${name}'`;
  const first = firstWords.length === 0 ? [] : [`${start} -a '${firstWords.join(" ")}'`];
  return [...first, ...options.map((option) => `${start} ${flagsOf(option)}`)];
}

function flagsOf({ name, short, description, value }: OptionWords): string {
  const flags = [`-l ${name}`, ...(short === undefined ? [] : [`-s ${short}`])];
  const descriptionFlag = description === "" ? [] : [`-d ${fishQuoted(description)}`];
  return [...flags, ...valueFlags(value), ...descriptionFlag].join(" ");
}

/** Flags of fish's `complete` for an option's value: `-r` a value is needed, `-F` complete files, `-f` no files. */
function valueFlags(value: OptionWords["value"]): readonly string[] {
  if (value === "none") return [];
  if (value === "file") return ["-r", "-F"];
  if (value === "folder") return ["-r", "-f", "-a '(__fish_complete_directories)'"];
  return typeof value === "string" ? ["-r", "-f"] : ["-r", "-f", `-a '${value.join(" ")}'`];
}

function fishQuoted(text: string): string {
  return `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
}
