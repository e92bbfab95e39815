// tefo completion: what a shell needs to complete commands, options and their values, written from the table of commands.
import { sayJson, sayLines } from '../kernel/terminal.ts';
import { type Command, readArgs, UsageError } from './command.ts';

type Table = Record<string, Command>;

/** What may be typed after a command. */
interface Completed {
  name: string;
  about: string;
  options: string[];
  /** What follows an option, where that is known. */
  values: Record<string, readonly string[]>;
  /** What its first argument may be. */
  first: readonly string[];
}

function read(table: Table): Completed[] {
  return Object.entries(table).map(([name, { usage, about, choices = {} }]) => {
    const values = Object.entries(choices).filter(([of]) => of.startsWith('--'));
    const first = Object.entries(choices).find(([of]) => !of.startsWith('--'))?.[1] ?? [];
    const options = [...(usage.match(/--[a-z][a-z-]*/g) ?? []), '--json', '--help'];
    return { name, about, options: [...new Set(options)], values: Object.fromEntries(values), first };
  });
}

const shells: Record<string, (commands: Completed[]) => string> = { bash, zsh, fish };

/** The command, over the table that it is part of. */
export function completionOf(table: () => Table): Command {
  const names = Object.keys(shells);
  return {
    usage: `completion ${names.join('|')}`,
    about: 'Print a script that lets your shell complete tefo’s commands, options and values.',
    more: 'bash: `source <(tefo completion bash)` in ~/.bashrc. zsh: `tefo completion zsh > ~/.zfunc/_tefo`, a folder of your fpath. fish: `tefo completion fish > ~/.config/fish/completions/tefo.fish`. Where tefo is run by npx, say `alias tefo="npx tefo"`.',
    choices: { SHELL: names },
    run: async (args) => {
      const { values, positionals } = readArgs(args, ['SHELL']);
      const [shell] = positionals;
      if (!Object.hasOwn(shells, shell!)) throw new UsageError(`SHELL is one of ${names.join(', ')}`);
      const script = shells[shell!]!(read(table()));
      if (values.json) sayJson({ shell, script });
      else sayLines(script.trimEnd().split('\n'));
    },
  };
}

/** The first words, and for each those that may follow it, where it needs one. */
function wordsOf(commands: Completed[]): Map<string, string[]> {
  const words = new Map<string, string[]>();
  for (const { name } of commands) {
    const [first, second] = name.split(' ') as [string, string | undefined];
    words.set(first, [...(words.get(first) ?? []), ...(second === undefined ? [] : [second])]);
  }
  return words;
}

function bash(commands: Completed[]): string {
  const words = wordsOf(commands);
  const seconds = [...words].filter(([, after]) => after.length > 0);
  return `# Completion of tefo for bash.
_tefo() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" words="" begins=2
  local command="\${COMP_WORDS[1]}"
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "${[...words.keys()].join(' ')} help" -- "$current"))
    return
  fi
  case "$command" in
${seconds.map(([first, after]) => `    ${first}) if [ "$COMP_CWORD" -eq 2 ]; then words="${after.join(' ')}"; else command="$command \${COMP_WORDS[2]}"; begins=3; fi ;;`).join('\n')}
  esac
  case "$command $previous" in
${commands.flatMap(({ name, values }) => Object.entries(values).map(([option, of]) => `    "${name} ${option}") words="${of.join(' ')}" ;;`)).join('\n')}
    *) case "$command" in
${commands.map(({ name, options, first }) => `      "${name}") words="${options.join(' ')}"${first.length === 0 ? '' : `; [ "$COMP_CWORD" -eq "$begins" ] && words="$words ${first.join(' ')}"`} ;;`).join('\n')}
    esac ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _tefo tefo
`;
}

function zsh(commands: Completed[]): string {
  const words = wordsOf(commands);
  const aboutOf = (word: string) =>
    commands.find(({ name }) => name === word)?.about ?? `${words.get(word)!.join(', ')}`;
  const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
  const seconds = [...words].filter(([, after]) => after.length > 0);
  return `#compdef tefo
# Completion of tefo for zsh.
_tefo() {
  local command="$words[2]" begins=3
  if (( CURRENT == 2 )); then
    local -a commands=(
${[...words.keys()].map((word) => `      ${quoted(`${word}:${aboutOf(word).replaceAll(':', '\\:')}`)}`).join('\n')}
    )
    _describe 'command' commands
    return
  fi
  case "$command" in
${seconds.map(([first, after]) => `    ${first}) if (( CURRENT == 3 )); then compadd -- ${after.join(' ')}; return; fi; command="$command $words[3]"; begins=4 ;;`).join('\n')}
  esac
  case "$command $words[CURRENT-1]" in
${commands.flatMap(({ name, values }) => Object.entries(values).map(([option, of]) => `    ${quoted(`${name} ${option}`)}) compadd -- ${of.join(' ')}; return ;;`)).join('\n')}
  esac
  case "$command" in
${commands.map(({ name, options, first }) => `    ${quoted(name)}) compadd -- ${options.join(' ')}${first.length === 0 ? '' : `; (( CURRENT == begins )) && compadd -- ${first.join(' ')}`} ;;`).join('\n')}
  esac
  _files
}
compdef _tefo tefo
`;
}

function fish(commands: Completed[]): string {
  const words = wordsOf(commands);
  const quoted = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
  const lines = [...words].flatMap(([first, after]) => {
    const about = commands.find(({ name }) => name === first)?.about ?? after.join(', ');
    const seen = `__fish_seen_subcommand_from ${first}; and not __fish_seen_subcommand_from ${after.join(' ')}`;
    return [
      `complete -c tefo -f -n __fish_use_subcommand -a ${first} -d ${quoted(about)}`,
      ...(after.length === 0 ? [] : [`complete -c tefo -f -n ${quoted(seen)} -a ${quoted(after.join(' '))}`]),
    ];
  });
  const ofCommands = commands.flatMap(({ name, options, values, first }) => {
    const seen = name
      .split(' ')
      .map((word) => `__fish_seen_subcommand_from ${word}`)
      .join('; and ');
    return [
      ...(first.length === 0 ? [] : [`complete -c tefo -f -n ${quoted(seen)} -a ${quoted(first.join(' '))}`]),
      ...options.map((option) => {
        const of = values[option];
        return `complete -c tefo -n ${quoted(seen)} -l ${option.slice(2)}${of ? ` -x -a ${quoted(of.join(' '))}` : ''}`;
      }),
    ];
  });
  return `# Completion of tefo for fish.\n${[...lines, ...ofCommands].join('\n')}\n`;
}
