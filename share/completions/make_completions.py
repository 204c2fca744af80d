#!/usr/bin/env python3
"""Write shell completions for the commands and their options, for bash, zsh and fish.

    share/completions/make_completions.py [DIR]

bash: `source share/completions/scutch.bash`. zsh: `fpath+=($PWD/share/completions)` before
`compinit`. fish: `source share/completions/scutch.fish`. The same sources give the same bytes.
"""
import importlib
import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "bin"))

from scutch.filters import GROUPS, stream
from scutch.filters.scutch import COMMANDS
from scutch.filters.train import METHODS

HERE = Path(__file__).resolve().parent
MADE = "# Made by share/completions/make_completions.py; do not change it here.\n"
BASH = """\
{made}_scutch() {{
  local command=${{1##*/}} word=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD-1]}}
  local words= first=1
  COMPREPLY=()
  if [[ $command == scutch && $COMP_CWORD -gt 1 ]]; then
    command+=-${{COMP_WORDS[1]}} first=2
  fi
  if [[ $command == scutch-train && $COMP_CWORD -gt $first ]]; then
    command+=" ${{COMP_WORDS[first]}}"
  fi
  case "$command $before" in
{values}
  *)
    if [[ $word == -* ]]; then
      case $command in
{names}
      esac
    else
      case $command in
{first}
      esac
    fi ;;
  esac
  if [[ $words ]]; then
    COMPREPLY=($(compgen -W "$words" -- "$word" || :))      # bash 3.2 of macOS has no mapfile
  fi
}}
complete -o default -F _scutch {commands}
"""
ZSH = """\
#compdef {commands}
{made}local command=$service
if [[ $command == scutch && $CURRENT -gt 2 ]]; then
  shift words
  (( CURRENT-- ))
  command+=-$words[1]
fi
if [[ $command == scutch-train && $CURRENT -gt 2 ]]; then
  shift words
  (( CURRENT-- ))
  command+=" $words[1]"
fi
case $command in
{cases}
esac
"""
# What takes a word first, and these words
FIRST = {"scutch": ("command", sorted(COMMANDS)), "scutch-train": ("method", METHODS)}
# What follows `scutch COMMAND` is completed as after scutch-COMMAND
FISH = ("complete -c scutch -n 'test (count (commandline -opc)) -gt 1' -x -a '(complete -C "
        '"scutch-$(string join " " -- (commandline -opc)[2..] (commandline -ct))")\'')
FILES = {"DIR", "FILE"}  # values that are names of files
LONGEST = 70             # characters of an option's explanation that zsh shows


def modules():
    """Return the modules of all commands, by their names."""
    found = {}
    for name in sorted(["scutch", *(name for names in GROUPS.values() for name in names)]):
        module = importlib.import_module("scutch.filters." + name)
        found[stream.command_name(module)] = module
    return found


def choices(action):
    """Return the words that may follow an option; [] for any."""
    return [str(one) for one in action.choices or []]


def bash(parsers):
    """Return scutch.bash: values where an option has a list of them, options, else file names."""
    values, names = [], []
    for command, parser in parsers.items():
        options = [action for action in parser._actions if action.option_strings]
        for action in options:
            if action.choices:
                patterns = "|".join(f'"{command} {name}"' for name in action.option_strings)
                values.append(f'  {patterns}) words="{" ".join(choices(action))}" ;;')
        every = " ".join(name for action in options for name in action.option_strings)
        names.append(f'        "{command}") words="{every}" ;;')
    return BASH.format(made=MADE, values="\n".join(values), names="\n".join(names),
                       first="\n".join(f'      {command}) words="{" ".join(words)}" ;;'
                                       for command, (_, words) in FIRST.items()),
                       commands=launchers(parsers))


def launchers(parsers):
    """Return the names of the commands but for the methods of scutch-train, in a line."""
    return " ".join(command for command in parsers if " " not in command)


def explained(action):
    """Return what zsh shows beside an option: the beginning of its help.

    >>> explained(stream.options(modules()["scutch-tag"])._actions[0])
    'how many letters, 2 to 26'
    """
    text = " ".join((action.help or "").split()).partition(" (default")[0]
    text = re.split(r"[;.] ", text)[0]
    text = text if len(text) <= LONGEST else text[:LONGEST].rpartition(" ")[0] + " ..."
    return text.replace("%%", "%")


def of_zsh(text):
    """Return an explanation as zsh reads it between single quotes.

    >>> print(of_zsh("a: [b]'s"))
    a\\: \\[b\\]'\\''s
    """
    return re.sub(r"([\[\]:\\])", r"\\\1", text).replace("'", "'\\''")


def zsh(parsers):
    """Return _scutch: options with their explanations, values, file names."""
    cases = []
    for command, parser in parsers.items():
        lines = []
        for action in parser._actions:
            for name in action.option_strings:
                value = ""
                if action.nargs != 0:
                    files = "_files" if action.metavar in FILES else " "
                    words = f"({' '.join(choices(action))})" if action.choices else files
                    value = f":{(action.metavar or action.dest).lower()}:{words}"
                lines.append(f"    '{name}[{of_zsh(explained(action))}]{value}' \\")
        operands = "*:file:_files"
        if command in FIRST:
            operands = "1:{}:({})".format(FIRST[command][0], " ".join(FIRST[command][1]))
        cases.append(f'"{command}")\n  _arguments \\\n' + "\n".join(lines)
                     + f"\n    '{operands}' ;;")
    return ZSH.format(made=MADE, commands=launchers(parsers), cases="\n".join(cases))


def fish(parsers):
    """Return scutch.fish: a line for each option, with its values where it has a list of them."""
    lines = [f"complete -c {command} -n 'test (count (commandline -opc)) = 1' "
             f"-x -a '{' '.join(words)}'" for command, (_, words) in FIRST.items()]
    lines.append(FISH)
    for command, parser in parsers.items():
        command, _, method = command.partition(" ")
        if method:
            command += f" -n 'contains -- {method} (commandline -opc)[2]'"
        for action in parser._actions:
            names = " ".join(f"-l {name[2:]}" if name.startswith("--") else f"-s {name[1:]}"
                             for name in action.option_strings)
            if not names:
                continue
            value = ""
            if action.choices:
                value = f" -x -a '{' '.join(choices(action))}'"
            elif action.nargs != 0:
                value = " -r" if action.metavar in FILES else " -x"
            text = explained(action).replace("\\", "\\\\").replace("'", "\\'")
            lines.append(f"complete -c {command} {names}{value} -d '{text}'")
    return MADE + "\n".join(lines) + "\n"


def main(top=HERE):
    parsers = {command: stream.options(module) for command, module in modules().items()}
    Path(top, "scutch.bash").write_text(bash(parsers), "utf-8")
    Path(top, "_scutch").write_text(zsh(parsers), "utf-8")
    Path(top, "scutch.fish").write_text(fish(parsers), "utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
