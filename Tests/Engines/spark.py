"""What Tests/Engines/run has Apache Spark do: spark.py names|records LIST CORES OUTPUT. The command is that of Documentation/pictures.md."""
import os
import struct
import subprocess
import sys

from pyspark import SparkContext

COMMAND = "bash -c 'landmarks --json {} - || [ $? = 66 ]'"


def records(pictures):
    """The lines of pictures that Spark holds itself, as bytes."""
    with subprocess.Popen(["bash", "-c", "landmarks --json --records - || [ $? = 66 ]"], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as child:
        for picture in pictures:
            # One at a time, so that neither side waits for the other.
            child.stdin.write(struct.pack(">i", len(picture)) + picture)
            child.stdin.flush()
            line = child.stdout.readline()
            if not line.endswith(b"\n"):
                break
            yield line.decode().rstrip("\n")
        child.stdin.close()
        if child.wait():
            raise OSError(f"landmarks ended with {child.returncode}")


def main():
    kind, names, cores, output = sys.argv[1:]
    # The number behind the comma is how often a task is tried.
    spark = SparkContext(f"local[{cores},4]", "landmarks")
    spark.setLogLevel("ERROR")
    with open(names, encoding="utf-8") as file:
        pictures = spark.parallelize(file.read().splitlines(), 4 * int(cores))
    if kind == "names":
        lines = pictures.pipe(COMMAND.format("--files-from"), env=dict(os.environ), checkCode=True)
    else:
        lines = pictures.map(lambda name: open(name, "rb").read()).mapPartitions(records)
    with open(output, "w", encoding="utf-8") as file:
        file.writelines(line + "\n" for line in lines.collect())


main()
