import type { OptionWords, VerbWords } from "./verb-words.ts";

/** A zsh script that completes `customhouse` and describes each verb and option. */
export function zshScript(verbs: readonly VerbWords[]): string {
  return `#compdef customhouse
# customhouse: completion for zsh
_customhouse() {
  local -a verbs
  verbs=(
${verbs.map(({ name, summary }) => `    ${zshQuoted(`${name}:${summary}`)}`).join("\n")}
    'help:describe a verb'
  )
  if ((CURRENT == 2)); then
    _describe 'verb' verbs
    return
  fi
  local verb="\${words[2]}"
  shift words
  ((CURRENT--))
  case "$verb" in
${verbs.map(verbCase).join("\n")}
    help) _describe 'verb' verbs ;;
  esac
}
if [[ "\${funcstack[1]}" == _customhouse ]]; then
  _customhouse "$@"
else
  compdef _customhouse customhouse
fi
`;
}

function verbCase({ name, options, firstWords }: VerbWords): string {
  const first = firstWords.length === 0 ? [] : [zshQuoted(`1:word:(${firstWords.join(" ")})`)];
  const lines = [...options.flatMap(specsOf), ...first, zshQuoted("*:file:_files")];
  return `    ${name})\n      _arguments -S \\\n        ${lines.join(" \\\n        ")}\n      ;;`;
}

/** The `_arguments` specifications of an option: one for each of its names. */
function specsOf({ name, short, repeats, description, value }: OptionWords): readonly string[] {
  const flags = [`--${name}`, ...(short === undefined ? [] : [`-${short}`])];
  const others = repeats ? "*" : flags.length === 1 ? "" : `(${flags.join(" ")})`;
  return flags.map((flag) =>
    zshQuoted(`${others}${flag}[${escapedDescription(description)}]${actionOf(value)}`),
  );
}

function actionOf(value: OptionWords["value"]): string {
  if (value === "none") return "";
  if (value === "file") return ":file:_files";
  if (value === "folder") return ":folder:_files -/";
  return typeof value === "string" ? ":value: " : `:value:(${value.join(" ")})`;
}

/** Escapes brackets and backslashes, because `_arguments` expects a description in brackets. */
function escapedDescription(text: string): string {
  return text.replace(/[\\[\]]/g, "\\$&");
}

function zshQuoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
