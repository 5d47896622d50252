# Hands the lines of a file to a HyperQueue server, one task for each, by the Python package hyperqueue.
# Arguments: server folder or nothing, name, file, folder for the stderr of tasks, cores, wait or go, and the command.
import sys

try:
    from hyperqueue import Client, Job
    from hyperqueue.ffi.protocol import ResourceRequest
    from hyperqueue.output import StdioDef
except ImportError:
    sys.exit("the Python package hyperqueue is not installed")

server, name, lines, logs, cpus, wait, *command = sys.argv[1:]
# A failing task must not end the others, and a lost worker is no fault of its task.
job = Job(name=name, max_fails=None)
with open(lines) as file:
    for line in file:
        job.program(
            command,
            env={"HQ_ENTRY": line.rstrip("\n")},
            stdout=None,
            stderr=StdioDef.remove_if_finished(logs + "/%{TASK_ID}.stderr"),
            resources=ResourceRequest(cpus=int(cpus)),
        )
try:
    client = Client(server or None)
    submitted = client.submit(job)
    if wait == "wait":
        client.connection.wait_for_jobs((submitted.id,), lambda status: None)
except Exception as error:
    sys.exit(f"HyperQueue: {error}")
