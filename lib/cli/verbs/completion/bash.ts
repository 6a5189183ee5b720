import type { OptionWords, VerbWords } from "./verb-words.ts";

/** A bash script that completes `customhouse`. It contains all words, so that completing starts no process. */
export function bashScript(verbs: readonly VerbWords[]): string {
  return `# customhouse: completion for bash
_customhouse() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD - 1]}" verb="\${COMP_WORDS[1]}"
  local words=""
  COMPREPLY=()
  if ((COMP_CWORD == 1)); then
    COMPREPLY=($(compgen -W "${[...verbs.map(({ name }) => name), "help"].join(" ")}" -- "$current"))
    return
  fi
  case "$verb $previous" in
${verbs.flatMap(valueCases).join("\n")}
    "help help") COMPREPLY=($(compgen -W "${verbs.map(({ name }) => name).join(" ")}" -- "$current")); return ;;
  esac
  case "$verb" in
${verbs.map(wordCase).join("\n")}
  esac
  if [[ "$current" == -* ]]; then
    COMPREPLY=($(compgen -W "$words" -- "$current"))
  else
    COMPREPLY=($(compgen -f -- "$current"))
  fi
}
complete -o filenames -F _customhouse customhouse
`;
}

/**
 * Lines of a `case` over the verb and the previous word: the values of each option that takes one, and the verb's first words.
 */
function valueCases({ name, options, firstWords }: VerbWords): readonly string[] {
  const first =
    firstWords.length === 0
      ? []
      : [
          `    "${name} ${name}") if [[ "$current" != -* ]]; then ${compgenReply(`-W "${firstWords.join(" ")}"`)}; return; fi ;;`,
        ];
  return [
    ...options
      .filter(({ value }) => value !== "none")
      .map(
        (option) => `    ${namesOf(name, option)}) ${compgenReply(actionOf(option))}; return ;;`,
      ),
    ...first,
  ];
}

function namesOf(verb: string, option: OptionWords): string {
  return flagsOf(option)
    .map((flag) => `"${verb} ${flag}"`)
    .join(" | ");
}

function compgenReply(action: string): string {
  return action === "" ? ":" : `COMPREPLY=($(compgen ${action} -- "$current"))`;
}

/** The arguments of `compgen` that list an option's values; empty if the option takes free text. */
function actionOf({ value }: OptionWords): string {
  if (value === "file") return "-f";
  if (value === "folder") return "-d";
  return typeof value === "string" ? "" : `-W "${value.join(" ")}"`;
}

function wordCase({ name, options }: VerbWords): string {
  return `    ${name}) words="${options.flatMap(flagsOf).join(" ")}" ;;`;
}

/** The option's names: `--file`, and `-f` if it has a short form. */
function flagsOf({ name, short }: OptionWords): readonly string[] {
  return [`--${name}`, ...(short === undefined ? [] : [`-${short}`])];
}
