# Sourced by the scripts of this folder; does nothing by itself.
# shellcheck shell=bash
#
# Goes to the repository's root, so that scripts work from everywhere, and
# defines the few functions that they share. Written for bash 3.2, which is
# what macOS has.

set -euo pipefail

# The caller's folder; paths in arguments are relative to it.
caller_folder=$PWD
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cd "$root"

# Messages go to standard error, answers to standard output.
say() { printf '%s\n' "$*" >&2; }

fail() {
  say "$(basename "$0"): $*"
  exit 1
}

# The comment at the head of the script is its help.
show_help() {
  awk 'NR == 1 { next } /^#/ { sub(/^# ?/, ""); print; next } { exit }' "$0"
}

# Ends the script with its help, or with an error on an option that it does not have.
no_such_option() {
  case $1 in
    --help | -h)
      show_help
      exit 0
      ;;
    *) fail "unknown option '$1'; see Scripts/$(basename "$0") --help" ;;
  esac
}

# A path of the caller's as an absolute one.
from_caller() {
  case $1 in
    /*) printf '%s\n' "$1" ;;
    *) printf '%s\n' "$caller_folder/$1" ;;
  esac
}

# The toolchain. GNU's C library, where that is the system's, gives a compiler its memory in pages of
# two megabytes and takes none back: a sixth less processor time (MedicationModel: 40 s against 47).
swift() {
  if [ "$1" = build ]; then
    GLIBC_TUNABLES=glibc.malloc.hugetlb=1:glibc.malloc.trim_threshold=4294967296 \
      command swift "$@"
  else
    command swift "$@"
  fi
}

# The flags of what is linked with libxml2's archive.
c_flags() {
  if [ "$(uname)" = Linux ]; then printf '%s\n' -Xcc -DCXML_WITHOUT_ICU; fi
}

# How a program that ships is linked (Package.swift reads it from RXKIT_LINK): on Linux as one file
# that needs no shared library at all. This way `rxkit lookup` as a whole process takes 2 ms; 5 ms
# if only Swift's own libraries are linked in. The linker warns that dlopen and the like would need
# the libraries of this machine; rxkit calls none of them. What wraps malloc is Sources/CMemory:
# refused memory ends the tool with one line.
#
# libxml2's archive needs further ones, which pkg-config names. ICU is not linked:
# libxml2 would use it for encodings that it is never given (Sources/CXML/WithoutICU.c),
# and its tables would make the file 40 MB instead of 10.
link_flags() {
  local library
  if [ "$(uname)" = Linux ]; then
    printf '%s ' -static-executable -Xlinker --gc-sections -Xlinker -s -Xlinker --wrap=malloc
    for library in $(pkg-config --libs-only-l --static libxml-2.0); do
      case $library in
        -lxml2 | -licu*) ;;
        *) printf '%s ' -Xlinker "$library" ;;
      esac
    done
  fi
}

# Builds a product for release, in .build; its messages go to standard error.
build_release() {
  # Words without blanks: the flags are split on purpose.
  # shellcheck disable=SC2046
  RXKIT_LINK=$(link_flags) swift build -c release $(c_flags) --product "$1" >&2
}

# Runs `swift build` or `swift test` on a tree of its own: optimised, open to @testable.
testable() {
  local command=$1 tree=$2
  shift 2
  swift "$command" -c release -Xswiftc -enable-testing --scratch-path "$root/$tree" "$@"
}

# Runs `swift build` or `swift test` on the tree of the gate, .build-tests: the release, open to
# @testable, so that the tests and the tool that they start are built out of the same objects. (Only
# the commands of the linker differ by RXKIT_LINK: `diff` of the release.yaml there.) Targets that
# the gate does not run, or where it spends little time, are not optimised (RXKIT_CHECK in
# Package.swift).
on_tests() {
  local command=$1
  shift
  # shellcheck disable=SC2046
  RXKIT_CHECK=1 testable "$command" .build-tests $(c_flags) "$@"
}

# The same on the tree of the inner loop, .build-fast: optimised, too (RXKIT_OPTIMIZE in
# Package.swift), but file by file, so that a change of one body is built in seconds.
on_fast() {
  local command=$1
  shift
  RXKIT_OPTIMIZE=1 swift "$command" --scratch-path .build-fast "$@"
}

# Builds parts of the tree that the address sanitizer and libFuzzer share, .build-address: `swift
# build` or `swift test` with the given arguments. The coverage is what libFuzzer looks for. Before a
# long run (RXKIT_LONG_FUZZ) it covers more, and all is optimised: that takes several times as long.
on_sanitized() (
  command=$1
  export RXKIT_COVERAGE=edge,inline-8bit-counters,pc-table
  shift
  if [ -n "${RXKIT_LONG_FUZZ:-}" ]; then
    RXKIT_COVERAGE+=,indirect-calls,trace-cmp
  else
    export RXKIT_SANITIZE=1
  fi
  testable "$command" .build-address --sanitize=address "$@"
)

# The path of a product that build_release has built.
release_path() {
  # shellcheck disable=SC2046
  printf '%s/%s\n' "$(swift build -c release $(c_flags) --show-bin-path)" "$1"
}

# Where the compiler finds the C modules that those of a folder of products import.
c_module_flags() {
  local map
  for map in Sources/C*/module.modulemap "$1"/C*.build/module.modulemap; do
    if [ -e "$map" ]; then printf '%s\n' -Xcc "-fmodule-map-file=$map"; fi
  done
  for map in Sources/C*/include; do
    if [ -d "$map" ]; then printf '%s\n' -Xcc "-I$map"; fi
  done
}

# The tool: RXKIT if that is set, else a release build.
built_tool() {
  if [ -n "${RXKIT:-}" ]; then
    printf '%s\n' "$RXKIT"
  else
    build_release rxkit
    release_path rxkit
  fi
}

# The tool that reads labels: RXKIT_LABELS if that is set, else a release build.
built_labels_tool() {
  if [ -n "${RXKIT_LABELS:-}" ]; then
    printf '%s\n' "$RXKIT_LABELS"
  else
    build_release rxkit-labels
    release_path rxkit-labels
  fi
}

# What the checks need of Python, in one environment that is made once.
checking_packages=(pyarrow pandas polars duckdb nbclient ipykernel matplotlib jsonschema orjson
  'fhir.resources>=8,<9')

# Prints the interpreter of that environment; fails where there is no Python or no package index.
# uv puts the packages there in half the time of pip (33 s of processors against 62).
checking_python() {
  local folder=$root/.build/python packages="${checking_packages[*]}"
  local python=$folder/bin/python
  if [ "$(cat "$folder/complete" 2>/dev/null)" != "$packages" ]; then
    command -v python3 >/dev/null || return 1
    python3 -m venv "$folder" >&2 || return 1
    if "$python" -m pip install --quiet --retries 1 --timeout 30 uv >&2 &&
      "$folder/bin/uv" pip install --quiet --compile-bytecode --python "$python" \
        "${checking_packages[@]}" >&2; then
      :
    else
      "$python" -m pip install --quiet --retries 1 --timeout 30 "${checking_packages[@]}" >&2 ||
        return 1
    fi
    printf '%s\n' "$packages" >"$folder/complete"
  fi
  printf '%s\n' "$python"
}

# The one release in Data/RxNorm, or nothing.
starter_release() {
  local file
  for file in Data/RxNorm/*.zip; do
    if [ -e "$file" ]; then printf '%s\n' "$file"; fi
  done | head -n 1
}

# The catalog that the quick start, the README's commands and the benchmarks
# use, at the root of the repository.
quickstart_catalog=catalog.rxkit

# Builds that catalog with a tool, from a release, and says so, unless neither
# has changed since.
ensure_catalog() {
  local tool=$1 release=$2 stamp=.build/quickstart-release
  if [ -e "$quickstart_catalog" ] && [ "$quickstart_catalog" -nt "$release" ] &&
    [ "$quickstart_catalog" -nt "$tool" ] && [ "$(cat "$stamp" 2>/dev/null)" = "$release" ]; then
    return
  fi
  printf '\n$ rxkit build %s -o %s\n' "$release" "$quickstart_catalog"
  "$tool" build "$release" -o "$quickstart_catalog" --force
  mkdir -p .build
  printf '%s\n' "$release" >"$stamp"
}

# The folder where rxkit looks for the user's catalog.
data_folder() {
  if [ "$(uname)" = Darwin ]; then
    printf '%s\n' "$HOME/Library/Application Support/rxkit"
  else
    case ${XDG_DATA_HOME:-} in
      /*) printf '%s\n' "$XDG_DATA_HOME/rxkit" ;;
      *) printf '%s\n' "$HOME/.local/share/rxkit" ;;
    esac
  fi
}

# Downloads an address to a file, continuing a partial file.
download() {
  local scheme=https
  case $1 in file://*) scheme="file" ;; esac
  command -v curl >/dev/null || fail "curl is not installed"
  curl --fail --location --proto "=$scheme" --retry 3 --continue-at - --output "$2" "$1"
}

# Checks the signature and the minimum size of a downloaded zip without reading all of it; its
# reader checks the checksum of every entry.
check_zip() {
  local bytes
  bytes=$(wc -c <"$1" | tr -d ' ')
  [ "$(head -c 4 "$1" | od -An -tx1 | tr -d ' \n')" = 504b0304 ] ||
    fail "$1: not a zip ($bytes bytes); open it to see what the server said"
  [ "$bytes" -ge "$2" ] ||
    fail "$1: $bytes bytes, expected at least $2; the download may be cut"
}
