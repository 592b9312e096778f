"""Writes a GIF from pictures of unequal duration."""
import subprocess
import sys
from pathlib import Path


def write(path, folder, shots, filters, colors, largest):
    """Writes a GIF that loops; ends the program where it is too large.

    - `shots`: for each picture, its file and how many seconds it is shown.
    - `filters`: ffmpeg's filters for the pictures, such as their rate. They are not dithered: flat colors stay flat.
    """
    (folder / "list").write_text("".join(f"file {file}\nduration {seconds:.4f}\n" for file, seconds in shots))
    palette = f"split[a][b];[a]palettegen=max_colors={colors}[palette];[b][palette]paletteuse=dither=none:diff_mode=rectangle"
    subprocess.run(
        ["ffmpeg", "-loglevel", "error", "-y", "-f", "concat", "-safe", "0", "-i", folder / "list", "-vf", f"{filters},{palette}", path],
        check=True)
    size = Path(path).stat().st_size
    print(f"{path}: {size} bytes, {len(shots)} pictures in {sum(seconds for _, seconds in shots):.1f} s")
    if size > largest:
        sys.exit(f"{path}: larger than {largest} bytes; record fewer seconds")
