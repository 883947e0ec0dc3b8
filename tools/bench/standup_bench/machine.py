"""The machine on which something was measured."""
import os
import platform


def machine():
    with open("/proc/cpuinfo") as file:
        model = next((line.partition(":")[2].strip() for line in file if line.startswith("model name")), "unknown CPU")
    with open("/proc/meminfo") as file:
        total = int(file.readline().split()[1])
    with open("/etc/os-release") as file:
        system = next((line.partition("=")[2].strip().strip('"') for line in file if line.startswith("PRETTY_NAME")), "")
    return (f"{os.cpu_count()} × {model}, {total / 1024 / 1024:.0f} GB, {system}, "
            f"Linux {platform.release()}")
