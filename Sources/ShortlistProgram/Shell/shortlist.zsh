# Key bindings of shortlist for zsh.
#
#   eval "$(shortlist --zsh)"
#
# Ctrl-T inserts paths, Ctrl-R searches the history, and Alt-C changes the directory.
# The variables SHORTLIST_CTRL_T_OPTS, SHORTLIST_CTRL_R_OPTS and SHORTLIST_ALT_C_OPTS hold options.

[[ -o interactive ]] || return 0
zmodload -F zsh/parameter p:history

# Runs the picker below the prompt, with the options in a variable before the given ones.
__shortlist_pick() {
  SHORTLIST_OPTS="--height 40% ${SHORTLIST_OPTS-} ${(P)1-}" command shortlist "${@:2}"
}

__shortlist_insert_paths() {
  emulate -L zsh
  local name names
  names="$(__shortlist_pick SHORTLIST_CTRL_T_OPTS . --print0 --prompt 'paths> ' < /dev/tty)"
  for name in ${(0)names}; do LBUFFER+="${(q)name} "; done
  zle reset-prompt
}

# The numbers of the history, the newest first and each command once, as CSV.
__shortlist_history() {
  emulate -L zsh
  builtin fc -l -r -t '%F %T' 1 | command awk '
    BEGIN { print "number,command,when" }
    /^ *[0-9]+[* ] +[0-9]+-[0-9]+-[0-9]+ [0-9:]+  / {
      number = $1
      sub(/\*$/, "", number)
      match($0, /[0-9]+-[0-9]+-[0-9]+ [0-9:]+  /)
      time = substr($0, RSTART, RLENGTH - 2)
      text = substr($0, RSTART + RLENGTH)
      if (text in seen) next
      seen[text] = 1
      gsub(/"/, "\"\"", text)
      print number ",\"" text "\"," time
    }'
}

__shortlist_search_history() {
  emulate -L zsh
  local number
  number="$(
    __shortlist_history |
      __shortlist_pick SHORTLIST_CTRL_R_OPTS --format csv --id number --output ids --single \
        --columns command,when --match fuzzy --search "$BUFFER" --prompt 'history> '
  )"
  if [[ -n $number ]]; then
    BUFFER=$history[$number]
    CURSOR=$#BUFFER
  fi
  zle reset-prompt
}

__shortlist_choose_directory() {
  emulate -L zsh
  local picked
  picked="$(
    __shortlist_pick SHORTLIST_ALT_C_OPTS . --walk directories --single --prompt 'cd> ' < /dev/tty
  )"
  if [[ -z $picked ]]; then
    zle reset-prompt
    return
  fi
  zle push-line
  BUFFER="builtin cd -- ${(q)picked}"
  zle accept-line
}

zle -N __shortlist_insert_paths
zle -N __shortlist_search_history
zle -N __shortlist_choose_directory
() {
  local map
  for map in emacs viins vicmd; do
    bindkey -M $map '^T' __shortlist_insert_paths
    bindkey -M $map '^R' __shortlist_search_history
    bindkey -M $map '\ec' __shortlist_choose_directory
  done
}
