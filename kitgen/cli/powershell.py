"""Completion for PowerShell, which click does not know."""

import os

from click.shell_completion import CompletionItem, ShellComplete, add_completion_class

#: Asks kitgen for the words that can stand at the cursor, one a line: its kind, itself, and what
#: it means. A list is one element for kitgen, while PowerShell completes what follows its last
#: comma: what stands before is taken off each answer. Without an answer PowerShell completes files.
SCRIPT = """\
Register-ArgumentCompleter -Native -CommandName %(prog_name)s -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)
    $elements = @($commandAst.CommandElements |
        Where-Object { $_.Extent.StartOffset -lt $cursorPosition } |
        ForEach-Object { $_.Extent.Text })
    $incomplete = ""
    if ($wordToComplete) { $incomplete = $elements[-1] }
    $before = ""
    if ($incomplete.EndsWith($wordToComplete)) {
        $before = $incomplete.Substring(0, $incomplete.Length - $wordToComplete.Length)
    }
    $env:COMP_WORDS = $elements -join "`n"
    $env:COMP_INCOMPLETE = $incomplete
    $env:%(complete_var)s = "powershell_complete"
    try { $answers = @(%(prog_name)s) }
    finally { Remove-Item Env:COMP_WORDS, Env:COMP_INCOMPLETE, Env:%(complete_var)s -EA Ignore }
    foreach ($answer in $answers) {
        $kind, $word, $meaning = $answer -split "`t", 3
        if ($kind -ne "plain" -or -not $word.StartsWith($before)) { continue }
        $shown = $word.Substring($before.Length)
        if (-not $meaning) { $meaning = $word }
        [System.Management.Automation.CompletionResult]::new(
            $shown, $shown, "ParameterValue", $meaning)
    }
}
"""


@add_completion_class
class PowerShellComplete(ShellComplete):
    """Completes words in PowerShell 5 and later, by ``Register-ArgumentCompleter``."""

    name = "powershell"
    source_template = SCRIPT

    def get_completion_args(self) -> tuple[list[str], str]:
        """Return the words before the one at the cursor, and that one as far as it is typed.

        Windows knows no empty variables: what is not there is empty.
        """
        words = os.environ.get("COMP_WORDS", "").split("\n")[1:]
        incomplete = os.environ.get("COMP_INCOMPLETE", "")
        if incomplete:
            words = words[:-1]
        return words, incomplete

    def format_completion(self, item: CompletionItem) -> str:
        """Return a line of what the script reads."""
        meaning = " ".join((item.help or "").split())
        return f"{item.type}\t{item.value}\t{meaning}"
