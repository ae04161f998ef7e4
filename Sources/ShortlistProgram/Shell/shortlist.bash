# Key bindings of shortlist for bash, from version 4.4 on.
#
#   eval "$(shortlist --bash)"
#
# Ctrl-T inserts paths, Ctrl-R searches the history, and Alt-C changes the directory.
# The variables SHORTLIST_CTRL_T_OPTS, SHORTLIST_CTRL_R_OPTS and SHORTLIST_ALT_C_OPTS hold options.

[[ $- == *i* ]] || return 0

# Runs the picker below the prompt, with the options in a variable before the given ones.
__shortlist_pick() {
  SHORTLIST_OPTS="--height 40% ${SHORTLIST_OPTS-} ${!1-}" command shortlist "${@:2}"
}

__shortlist_insert_paths() {
  local path text=
  while IFS= read -r -d '' path; do
    printf -v path '%q ' "$path"
    text+=$path
  done < <(__shortlist_pick SHORTLIST_CTRL_T_OPTS . --print0 --prompt 'paths> ')
  READLINE_LINE="${READLINE_LINE:0:READLINE_POINT}$text${READLINE_LINE:READLINE_POINT}"
  ((READLINE_POINT += ${#text}))
}

# The history, the newest command first and each command once, as CSV.
__shortlist_history() {
  local HISTTIMEFORMAT=$'\t%F %T\t'
  builtin history | command awk '
    function put(text) { gsub(/"/, "\"\"", text); return "\"" text "\"" }
    function keep() { if (count > 0) { command[count] = text; when[count] = time } }
    /^ *[0-9]+[* ] *\t[0-9]+-[0-9]+-[0-9]+ [0-9:]+\t/ {
      keep()
      count++
      split($0, part, "\t")
      time = part[2]
      text = substr($0, length(part[1]) + length(part[2]) + 3)
      next
    }
    { text = text "\n" $0 }
    END {
      keep()
      print "command,when"
      for (i = count; i > 0; i--) {
        if (command[i] in seen) continue
        seen[command[i]] = 1
        print put(command[i]) "," when[i]
      }
    }'
}

__shortlist_search_history() {
  local picked
  picked="$(
    __shortlist_history |
      __shortlist_pick SHORTLIST_CTRL_R_OPTS --format csv --id command --output ids --single \
        --match fuzzy --search "$READLINE_LINE" --prompt 'history> '
  )" || return 0
  READLINE_LINE=$picked
  READLINE_POINT=${#picked}
}

# A key that is bound here presses Enter only if a directory was picked.
__shortlist_choose_directory() {
  local picked
  bind '"\C-x\C-a": ""'
  picked="$(
    __shortlist_pick SHORTLIST_ALT_C_OPTS . --walk directories --single --prompt 'cd> '
  )" || return 0
  __shortlist_line=$READLINE_LINE
  __shortlist_point=$READLINE_POINT
  printf -v READLINE_LINE 'builtin cd -- %q' "$picked"
  READLINE_POINT=${#READLINE_LINE}
  bind '"\C-x\C-a": accept-line'
}

# Puts back what was on the line before the directory was changed.
__shortlist_restore() {
  if [[ -n ${__shortlist_line+set} ]]; then
    READLINE_LINE=$__shortlist_line
    READLINE_POINT=$__shortlist_point
    unset __shortlist_line __shortlist_point
  fi
}

for __shortlist_map in emacs-standard vi-insert vi-command; do
  bind -m "$__shortlist_map" -x '"\C-t": __shortlist_insert_paths'
  bind -m "$__shortlist_map" -x '"\C-r": __shortlist_search_history'
  bind -m "$__shortlist_map" -x '"\C-x\C-d": __shortlist_choose_directory'
  bind -m "$__shortlist_map" -x '"\C-x\C-e": __shortlist_restore'
  bind -m "$__shortlist_map" '"\ec": "\C-x\C-d\C-x\C-a\C-x\C-e"'
done
unset __shortlist_map
