// tefo completion: prints the script with which a shell calls `tefo complete`. No script evaluates the typed words, and none needs
// more than its shell.
import { fileURLToPath } from 'node:url';
import { UsageError, type Work } from './command.ts';
import { print } from './output.ts';

/** Each gives the typed words up to the one under the cursor, and reads what `complete.ts` prints. */
const scripts = {
  // For version 3.2 and later: macOS has 3.2, which lacks compopt.
  bash: (program: string) => `_tefo() {
  local line
  COMPREPLY=()
  while IFS= read -r line; do
    case $line in
      :0) ;;
      :4) compopt +o default 2>/dev/null ;;
      *) COMPREPLY+=("\${line%%$'\\t'*}") ;;
    esac
  done < <(${program} complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -o default -F _tefo tefo`,

  zsh: (program: string) => `#compdef tefo
_tefo() {
  local line
  local -a found
  while IFS= read -r line; do
    case $line in
      :0) compset -P '--*='; _files; return ;;
      :4) ;;
      *) line=\${line//:/\\\\:}; found+=("\${line/$'\\t'/:}") ;;
    esac
  done < <(${program} complete -- "\${(@Q)words[2,CURRENT]}" 2>/dev/null)
  _describe -V tefo found
}
if [[ \${funcstack[1]} == _tefo ]]; then _tefo; else compdef _tefo tefo; fi`,

  fish: (program: string) => `function __tefo
  set -l current (commandline -ct)
  set -l words (commandline -opc)
  for line in (${program} complete -- $words[2..-1] "$current" 2>/dev/null)
    switch $line
      case :0
        __fish_complete_path "$current"
      case :4
      case '*'
        printf '%s\\n' $line
    end
  end
end
complete -c tefo -e
complete -c tefo -f -a '(__tefo)'`,
};

export const shells = Object.keys(scripts) as (keyof typeof scripts)[];

export const completionCommand: Work = async ({ values, positionals }) => {
  const shell = shells.find((one) => one === positionals[0]);
  if (shell === undefined) throw new UsageError(`SHELL must be one of ${shells.join(', ')}`);
  // By path, because a shell function ignores aliases.
  const program = fileURLToPath(new URL('../../bin/tefo.mjs', import.meta.url));
  const script = scripts[shell](quoted(program));
  print(values.json, { shell, script: `${script}\n` }, () => script.split('\n'));
};

const quoted = (path: string): string =>
  /^[\w/.@+-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;
