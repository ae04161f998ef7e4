# Key bindings of shortlist for zsh.
#
#   eval "$(shortlist --zsh)"
#
# Ctrl-T inserts paths, Ctrl-R searches the history, and Alt-C changes the directory. Tab after **
# picks what is completed: paths, and after kill, ssh and git processes, hosts and refs.
# The variables SHORTLIST_CTRL_T_OPTS, SHORTLIST_CTRL_R_OPTS and SHORTLIST_ALT_C_OPTS hold options.

# The file that runs this goes on where nobody types: `return` would end it.
if [[ -o interactive ]]; then
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

# Remembers the exit status of each command and the directory in which it began.
typeset -gA __shortlist_ran
__shortlist_begin() {
  __shortlist_number=$HISTCMD
  __shortlist_directory=$PWD
}
__shortlist_remember() {
  local code=$?
  [[ -n ${__shortlist_number-} ]] || return
  __shortlist_ran[$__shortlist_number]="$code"$'\t'"${__shortlist_directory//[$'\t\n']/?}"
  unset __shortlist_number
}
autoload -Uz add-zsh-hook
add-zsh-hook preexec __shortlist_begin
add-zsh-hook precmd __shortlist_remember

# The history as CSV: the newest command first, each command once, by its number. Of commands of
# this shell, the directory and the exit status are known.
__shortlist_history() {
  emulate -L zsh
  local number
  {
    for number in ${(k)__shortlist_ran}; do
      printf '\001%s\t%s\n' "$number" "$__shortlist_ran[$number]"
    done
    builtin fc -l -r -t '%F %T' 1
  } | command awk '
    /^\001/ {
      split(substr($0, 2), part, "\t")
      status[part[1]] = part[2]
      directory[part[1]] = part[3]
      gsub(/"/, "\"\"", directory[part[1]])
      known = 1
      next
    }
    ! begun { print "number,command,when" (known ? ",directory,status" : ""); begun = 1 }
    /^ *[0-9]+[* ] +[0-9]+-[0-9]+-[0-9]+ [0-9:]+  / {
      number = $1
      sub(/\*$/, "", number)
      match($0, /[0-9]+-[0-9]+-[0-9]+ [0-9:]+  /)
      time = substr($0, RSTART, RLENGTH - 2)
      text = substr($0, RSTART + RLENGTH)
      if (text in seen) next
      seen[text] = 1
      gsub(/"/, "\"\"", text)
      row = number ",\"" text "\"," time
      if (known) row = row ",\"" directory[number] "\"," status[number]
      print row
    }'
}

__shortlist_search_history() {
  emulate -L zsh
  local number columns=command,when
  if (( $#__shortlist_ran )); then columns+=,directory,status; fi
  number="$(
    __shortlist_history |
      __shortlist_pick SHORTLIST_CTRL_R_OPTS --format csv --lossy --id number --output ids --single \
        --columns "$columns" --in command --match fuzzy --search "$BUFFER" --prompt 'history> '
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

# Prints the picked rows, each ended with NUL, for a word after a command.
__shortlist_pick_for() {
  emulate -L zsh
  setopt null_glob
  local kind=files directory=${2%"${2##*/}"}
  case $1 in
    kill)
      command ps -eo pid,user,etime,args |
        __shortlist_pick SHORTLIST_COMPLETION_OPTS --header-lines 1 --search "$2" \
          --prompt 'processes> ' | command awk '{ printf "%s%c", $1, 0 }'
      return
      ;;
    ssh | sftp | telnet | ping)
      {
        command awk 'tolower($1) == "host" { for (i = 2; i <= NF; i++) if ($i !~ /[*?!]/) print $i }' \
          ~/.ssh/config ~/.ssh/config.d/*
        command awk '!/^[#|@]/ { split($1, names, ","); for (i in names) print names[i] }' \
          ~/.ssh/known_hosts
        command awk '!/^#/ { for (i = 2; i <= NF; i++) print $i }' /etc/hosts
      } 2> /dev/null | command sed 's/^\[\(.*\)\]:.*/\1/' | command sort -u |
        __shortlist_pick SHORTLIST_COMPLETION_OPTS --single --search "${2##*@}" --prompt 'hosts> ' |
        user="${2%"${2##*@}"}" command awk '{ printf "%s%s%c", ENVIRON["user"], $0, 0 }'
      return
      ;;
    git)
      command git for-each-ref --sort=-committerdate \
        --format='%(refname:short)%09%(committerdate:relative)%09%(subject)' 2> /dev/null |
        __shortlist_pick SHORTLIST_COMPLETION_OPTS --search "$2" --prompt 'refs> ' |
        command awk -F '\t' '{ printf "%s%c", $1, 0 }'
      return
      ;;
    cd | pushd | rmdir) kind=directories ;;
  esac
  # Variables, ~ and quotes are expanded, but no command runs.
  if [[ $directory != *[\`\(\)\;\|\&\<\>]* ]]; then eval "directory=$directory" 2> /dev/null; fi
  [[ -z $directory || -d $directory ]] || return
  __shortlist_pick SHORTLIST_COMPLETION_OPTS "${directory:-.}" --walk $kind --search "${2##*/}" \
    --print0 --prompt 'paths> ' < /dev/tty
}

# Completes a word that ends with **; other words are completed as before.
__shortlist_complete() {
  if [[ $LBUFFER != *'**' ]]; then
    zle "$__shortlist_tab"
    return
  fi
  emulate -L zsh
  local -a words names
  words=(${(z)LBUFFER})
  local word=${words[-1]} name inserted=
  # The command is the first word, or that after the last separator.
  local command= item
  for item in $words; do
    case $item in
      ';' | '|' | '||' | '|&' | '&' | '&&' | '(' | '{' | '!' | if | then | elif | else | while | until | do)
        command= ;;
      *) command=${command:-$item} ;;
    esac
  done
  names=("${(@0)$(__shortlist_pick_for "${command:t}" "${word%\*\*}")}")
  for name in $names; do
    [[ -n $name ]] && inserted+="${(q)name} "
  done
  if [[ -n $inserted ]]; then LBUFFER="${LBUFFER%"$word"}$inserted"; fi
  zle reset-prompt
}
zle -N __shortlist_complete
zle -N __shortlist_insert_paths
zle -N __shortlist_search_history
zle -N __shortlist_choose_directory
# The options of the shell may be those of ksh.
() {
  emulate -L zsh
  local map widget=${${(z)$(bindkey '^I')}[2]}
  case $widget in
    __shortlist_complete) ;;
    '' | undefined-key) typeset -g __shortlist_tab=expand-or-complete ;;
    *) typeset -g __shortlist_tab=$widget ;;
  esac
  for map in emacs viins; do bindkey -M $map '^I' __shortlist_complete; done
  for map in emacs viins vicmd; do
    bindkey -M $map '^T' __shortlist_insert_paths
    bindkey -M $map '^R' __shortlist_search_history
    bindkey -M $map '\ec' __shortlist_choose_directory
  done
}

fi
