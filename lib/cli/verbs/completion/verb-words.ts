import type { Command, DescribedCommand } from "../../command.ts";
import { commonHelp, commonOptions } from "../../common-options.ts";

/** The value that an option takes: none, a file, a folder, some other text, or one of the listed words. */
type OptionValue = "none" | "file" | "folder" | "text" | readonly string[];

/** An option as a shell completes it. */
export interface OptionWords {
  readonly name: string;
  /** The option's one-letter form, without the dash. */
  readonly short: string | undefined;
  /** True if the option may be given several times. */
  readonly repeats: boolean;
  /** The first clause of the option's help; empty if none is found in the help text. */
  readonly description: string;
  readonly value: OptionValue;
}

/** A verb as a shell completes it. */
export interface VerbWords {
  readonly name: string;
  readonly summary: string;
  /** The words that may follow the verb; empty if files follow. */
  readonly firstWords: readonly string[];
  readonly options: readonly OptionWords[];
}

/** All verbs as a shell completes them. The value of an option is read from the verb's help: a file for `--ca FILE`. */
export function verbWordsOf(
  commands: Readonly<Record<string, DescribedCommand>>,
): readonly VerbWords[] {
  return Object.entries(commands).map(([name, command]) => ({
    name,
    summary: command.summary,
    firstWords: command.firstWords ?? [],
    options: [
      ...Object.entries(command.options).map(([option, config]) =>
        optionWords(option, config, command),
      ),
      ...Object.entries<OptionConfig>(commonOptions).map(([option, config]) =>
        optionWords(option, config, { ...command, help: commonHelp }),
      ),
    ],
  }));
}

function optionWords(
  name: string,
  { type, short, multiple }: OptionConfig,
  command: Command,
): OptionWords {
  const { placeholder, description } = helpOf(name, command.help);
  const forms = name === "output" ? command.forms : undefined;
  return {
    name,
    short,
    repeats: multiple === true,
    description: forms === undefined ? description : "the form of the result",
    value: type === "boolean" ? "none" : (forms ?? followedBy(placeholder)),
  };
}

type OptionConfig = Command["options"][string];

function followedBy(placeholder: string): OptionValue {
  if (placeholder.includes("|")) return placeholder.split("|");
  if (placeholder === "FILE" || placeholder === "F") return "file";
  return placeholder === "DIR" ? "folder" : "text";
}

/** The placeholder of an option's value (`FILE`), and the option's description, from a verb's help. */
function helpOf(option: string, text: string): { placeholder: string; description: string } {
  const [, placeholder = ""] = new RegExp(`--${option} ([A-Z][\\w|]*)`).exec(text) ?? [];
  const line = new RegExp(
    `^ {2}(?:-\\w, )?--${option}(?: [A-Z][^ ]*)?(?: +|\\n +)([^\\s-].*)$`,
    "m",
  );
  const [, description = ""] = line.exec(text) ?? [];
  return { placeholder, description: firstClause(description) };
}

/**
 * A description up to its first semicolon, colon, full stop or parenthesis, for a menu; empty if that part lists other
 * options.
 */
function firstClause(text: string): string {
  const [clause = ""] = text.split(/; |: |\. | \(/, 1);
  return clause.includes(", --") ? "" : clause.trim().replace(/,$/, "");
}
