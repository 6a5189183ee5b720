import type { Command } from "../../command.ts";
import { commonHelp, commonOptions } from "../../common-options.ts";

/** What an option is followed by: nothing, a file, a folder, one of a few words, or some other text. */
type OptionValue = "none" | "file" | "folder" | "text" | readonly string[];

/** An option as a shell completes it. */
export interface OptionWords {
  readonly name: string;
  /** The one letter that is short for it. */
  readonly short: string | undefined;
  /** May be given again. */
  readonly repeats: boolean;
  /** The start of what its help says; empty where that is on another line. */
  readonly description: string;
  readonly value: OptionValue;
}

/** A verb as a shell completes it. */
export interface VerbWords {
  readonly name: string;
  readonly summary: string;
  /** What its first word may be; empty where it takes files. */
  readonly firstWords: readonly string[];
  readonly options: readonly OptionWords[];
}

/** What a shell needs to know of all verbs. Their help says what an option is followed by: `--ca FILE`. */
export function verbWordsOf(commands: Readonly<Record<string, Command>>): readonly VerbWords[] {
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

/** What stands behind an option in the help of its verb. */
function helpOf(option: string, text: string): { placeholder: string; description: string } {
  const [, placeholder = ""] = new RegExp(`--${option} ([A-Z][\\w|]*)`).exec(text) ?? [];
  const line = new RegExp(
    `^ {2}(?:-\\w, )?--${option}(?: [A-Z][^ ]*)?(?: +|\\n +)([^\\s-].*)$`,
    "m",
  );
  const [, said = ""] = line.exec(text) ?? [];
  return { placeholder, description: firstClause(said) };
}

/** The text up to what explains it further: short enough for a menu. */
function firstClause(text: string): string {
  const [clause = ""] = text.split(/; |: |\. | \(/, 1);
  return clause.includes(", --") ? "" : clause.trim().replace(/,$/, "");
}
