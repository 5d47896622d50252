"""Every JSON answer of the transcripts, held against the schema of its verb by a validator that is not ours.

    python schemas.py PROGRAM TRANSCRIPT…

Runs the commands of each transcript in order, in a copy of the folder that it begins with, and validates every answer to `--json`.
"""

import json
import os
import shlex
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from jsonschema import Draft202012Validator

# Verbs whose answers have no schema.
WITHOUT = {"arguments"}


def commands(text):
    """The commands of a transcript, in order."""
    for line in text.splitlines():
        if line.startswith("$ crossedge "):
            yield shlex.split(line[2:])


def answers(program, transcript, folder):
    """The JSON answers of the commands of a transcript, each with its command."""
    begins = transcript.with_suffix(".in")
    if begins.is_dir():
        shutil.copytree(begins, folder, dirs_exist_ok=True)
    quiet = dict(os.environ, NO_COLOR="1")
    for words in commands(transcript.read_text()):
        done = subprocess.run([program, *words[1:]], cwd=folder, env=quiet, capture_output=True, stdin=subprocess.DEVNULL)
        if "--json" in words and done.stdout:
            yield words, json.loads(done.stdout)


def main(program, transcripts):
    program = str(Path(program).resolve())
    ask = lambda *words: subprocess.run([program, *words], capture_output=True, check=True, text=True).stdout
    validators = {}
    for verb in ask("schema").split("\n"):
        if verb:
            schema = json.loads(ask("schema", verb))
            Draft202012Validator.check_schema(schema)
            validators[verb] = Draft202012Validator(schema)
    valid, wrong, without = 0, 0, set()
    for transcript in map(Path, transcripts):
        with tempfile.TemporaryDirectory() as folder:
            for words, answer in answers(program, transcript.resolve(), folder):
                verb = answer.get("command")
                if verb not in validators:
                    without.add(verb)
                    continue
                errors = list(validators[verb].iter_errors(answer))
                for error in errors:
                    print(f"{transcript.name}: {shlex.join(words)}: {error.json_path}: {error.message}")
                valid, wrong = valid + (not errors), wrong + bool(errors)
    print(f"{valid} answers of {len(validators)} verbs are valid, {wrong} are not")
    missing = without - WITHOUT
    if missing:
        print("without a schema:", ", ".join(sorted(missing)))
    return 1 if wrong or missing or not valid else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2:]))
