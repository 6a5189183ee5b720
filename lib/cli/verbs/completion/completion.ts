import { type Command, UsageError } from "../../command.ts";
import { bashScript } from "./bash.ts";
import { fishScript } from "./fish.ts";
import { type VerbWords, verbWordsOf } from "./verb-words.ts";
import { zshScript } from "./zsh.ts";

/** The script for each shell. */
const scripts: Readonly<Record<string, (verbs: readonly VerbWords[]) => string>> = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
};

const shells = Object.keys(scripts);

/** Prints the script by which a shell completes the verbs that `commands` gives, their options and values. */
export function completionOf(commands: () => Readonly<Record<string, Command>>): Command {
  return {
    summary: "print the script by which bash, zsh or fish completes verbs and options",
    help: `usage: customhouse completion bash|zsh|fish

Prints a script that teaches the shell to complete customhouse: verbs, options, and values where they are files,
folders or a few words. The script has all words in it, so completing starts no process: print it again after an
upgrade. customhouse has to be on the PATH, as after npm install --global customhouse.

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
      out(script(verbWordsOf(commands())).trimEnd());
      return 0;
    },
  };
}
