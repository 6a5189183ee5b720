import { type Command, type LazyCommand, loadCommands, UsageError } from "../../command.ts";
import { bashScript } from "./bash.ts";
import { fishScript } from "./fish.ts";
import { type VerbWords, verbWordsOf } from "./verb-words.ts";
import { zshScript } from "./zsh.ts";

/** A function for each shell that writes the shell's completion script. */
const scripts: Readonly<Record<string, (verbs: readonly VerbWords[]) => string>> = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
};

const shells = Object.keys(scripts);

/** The command `completion`: prints a script with which a shell completes the verbs, their options and values. */
export function completionCommand(verbs: Readonly<Record<string, LazyCommand>>): Command {
  return {
    help: `usage: customhouse completion bash|zsh|fish

Prints a script with which the shell completes the verbs and options of customhouse, and option values that are files,
folders or one of a few words. The script contains all words: completing starts no process, but print the script again
after an upgrade. customhouse must be on the PATH, as after npm install --global customhouse.

  bash   customhouse completion bash > ~/.local/share/bash-completion/completions/customhouse
  zsh    customhouse completion zsh > "\${fpath[1]}/_customhouse"
  fish   customhouse completion fish > ~/.config/fish/completions/customhouse.fish

example: source <(customhouse completion bash)
exit code: 0 printed, 2 wrong usage`,
    firstWords: shells,
    options: {},
    run: async ({ words, out }) => {
      const [shell = "", ...rest] = words;
      const script = Object.hasOwn(scripts, shell) ? scripts[shell] : undefined;
      if (script === undefined || rest.length > 0) throw new UsageError("give bash, zsh or fish");
      out(script(verbWordsOf(await loadCommands(verbs))).trimEnd());
      return 0;
    },
  };
}
