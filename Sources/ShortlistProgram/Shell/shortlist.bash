# Key bindings of shortlist for bash, from version 4.4 on.
#
#   eval "$(shortlist --bash)"
#
# Ctrl-T inserts paths, Ctrl-R searches the history, and Alt-C changes the directory. Tab after **
# picks what is completed: paths, and after kill, ssh and git processes, hosts and refs.
# The variables SHORTLIST_CTRL_T_OPTS, SHORTLIST_CTRL_R_OPTS and SHORTLIST_ALT_C_OPTS hold options.

# The file that runs this goes on where nobody types: `return` would end it.
if [[ $- == *i* ]]; then

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

# Remembers the exit status of the last command and the directory in which it began.
declare -A __shortlist_ran=()
unset __shortlist_number
__shortlist_remember() {
  # Before a prompt, this is the number of the last command; 1 as well if there is none.
  local status=$? number='\!'
  number=${number@P}
  if [[ -z ${__shortlist_number-} ]]; then
    __shortlist_number=$number
    [[ -n $(builtin history 1) ]] || __shortlist_number=0
  elif ((number > __shortlist_number)); then
    __shortlist_ran[$number]=$status$'\t'${__shortlist_directory//[$'\t\n']/?}
    __shortlist_number=$number
  fi
  __shortlist_directory=$PWD
  return "$status"
}
PROMPT_COMMAND="__shortlist_remember${PROMPT_COMMAND:+; $PROMPT_COMMAND}"

# The history as CSV: the newest command first, each command once, by its number. Of commands of
# this shell, the directory and the exit status are known. With a number: that command, byte for byte.
__shortlist_history() {
  local HISTTIMEFORMAT=$'\t%F %T\t' number
  {
    for number in "${!__shortlist_ran[@]}"; do
      printf '\001%s\t%s\n' "$number" "${__shortlist_ran[$number]}"
    done
    builtin history
  } | LC_ALL=C command awk -v wanted="${1-}" '
    function put(text) { gsub(/"/, "\"\"", text); return "\"" text "\"" }
    function keep() { if (count > 0) { command[count] = text; when[count] = time } }
    /^\001/ {
      split(substr($0, 2), part, "\t")
      status[part[1]] = part[2]
      directory[part[1]] = part[3]
      known = 1
      next
    }
    /^ *[0-9]+[* ] *\t[0-9]+-[0-9]+-[0-9]+ [0-9:]+\t/ {
      keep()
      count++
      split($0, part, "\t")
      time = part[2]
      number[count] = part[1] + 0
      text = substr($0, length(part[1]) + length(part[2]) + 3)
      next
    }
    { text = text "\n" $0 }
    END {
      keep()
      if (wanted == "") print "number,command,when" (known ? ",directory,status" : "")
      for (i = count; i > 0; i--) {
        if (wanted != "") {
          if (number[i] != wanted) continue
          printf "%s", command[i]
          break
        }
        if (command[i] in seen) continue
        seen[command[i]] = 1
        row = number[i] "," put(command[i]) "," when[i]
        if (known) row = row "," put(directory[number[i]]) "," status[number[i]]
        print row
      }
    }'
}

__shortlist_search_history() {
  local number columns=command,when
  if ((${#__shortlist_ran[@]} > 0)); then columns+=,directory,status; fi
  # What is not UTF-8 is shown as U+FFFD, and comes from the history itself.
  number="$(
    __shortlist_history |
      __shortlist_pick SHORTLIST_CTRL_R_OPTS --format csv --lossy --id number --output ids --single \
        --columns "$columns" --in command --match fuzzy --search "$READLINE_LINE" --prompt 'history> '
  )" || return 0
  READLINE_LINE=$(__shortlist_history "$number")
  READLINE_POINT=${#READLINE_LINE}
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

# What can stand in place of ** is put out by these, and the picked rows by the picker.

__shortlist_pick_paths() {
  local directory=${1%"${1##*/}"} kind=$2 path
  local shown=$directory
  # Variables, ~ and quotes are expanded, but no command runs.
  if [[ $directory != *[\`\(\)\;\|\&\<\>]* ]]; then eval "shown=$directory" 2> /dev/null; fi
  [[ -z $shown || -d $shown ]] || return
  while IFS= read -r -d '' path; do
    printf '%q\n' "$path"
  done < <(
    __shortlist_pick SHORTLIST_COMPLETION_OPTS "${shown:-.}" --walk "$kind" --search "${1##*/}" \
      --print0 --prompt 'paths> ' < /dev/tty
  )
}

__shortlist_pick_processes() {
  command ps -eo pid,user,etime,args |
    __shortlist_pick SHORTLIST_COMPLETION_OPTS --header-lines 1 --search "$1" --prompt 'processes> ' |
    command awk '{ print $1 }'
}

__shortlist_pick_hosts() {
  {
    command awk 'tolower($1) == "host" { for (i = 2; i <= NF; i++) if ($i !~ /[*?!]/) print $i }' \
      ~/.ssh/config ~/.ssh/config.d/*
    command awk '!/^[#|@]/ { split($1, names, ","); for (i in names) print names[i] }' \
      ~/.ssh/known_hosts
    command awk '!/^#/ { for (i = 2; i <= NF; i++) print $i }' /etc/hosts
  } 2> /dev/null | command sed 's/^\[\(.*\)\]:.*/\1/' | command sort -u |
    __shortlist_pick SHORTLIST_COMPLETION_OPTS --single --search "${1##*@}" --prompt 'hosts> ' |
    user="${1%"${1##*@}"}" command awk '{ print ENVIRON["user"] $0 }'
}

__shortlist_pick_refs() {
  command git for-each-ref --sort=-committerdate \
    --format='%(refname:short)%09%(committerdate:relative)%09%(subject)' 2> /dev/null |
    __shortlist_pick SHORTLIST_COMPLETION_OPTS --search "$1" --prompt 'refs> ' |
    command awk -F '\t' '{ print $1 }'
}

# Puts the picked rows into one line for a word after a command.
__shortlist_pick_for() {
  case $1 in
    cd | pushd | rmdir) __shortlist_pick_paths "$2" directories ;;
    kill) __shortlist_pick_processes "$2" ;;
    ssh | sftp | telnet | ping) __shortlist_pick_hosts "$2" ;;
    git) __shortlist_pick_refs "$2" ;;
    *) __shortlist_pick_paths "$2" files ;;
  esac | command tr '\n' ' '
}

# Completes a word that ends with **; for others it calls what completed them before.
declare -A __shortlist_completions=()
__shortlist_complete() {
  local word=${COMP_WORDS[COMP_CWORD]} picked command=0
  if [[ $word == *'**' ]]; then
    while [[ ${COMP_WORDS[command]} =~ ^(do|then|else|elif|if|while|until|!|\{)$ ]]; do ((++command)); done
    command=${COMP_WORDS[command]}
    picked=$(__shortlist_pick_for "${command##*/}" "${word%'**'}")
    # The terminal answers, and the answer draws the line again.
    printf '\e[5n' > /dev/tty
    # An @ before the word is a part of what the reply replaces.
    [[ $2 == @"$word" && -n $picked ]] && picked=@$picked
    COMPREPLY=("${picked% }")
    [[ -n $picked ]] || COMPREPLY=("$word")
    compopt +o filenames ${picked:++o nospace} 2> /dev/null
    [[ -n $picked ]] || compopt -o nospace
    return 0
  fi
  local former=${__shortlist_completions[$1]-${__shortlist_completions[-D]-}} status
  [[ -n $former ]] || return 1
  "$former" "$@"
  status=$?
  # A completion that was loaded just now is one of this kind, too.
  if ((status == 124)); then __shortlist_wrap "$1"; fi
  return "$status"
}

# Lets __shortlist_complete stand before the function that completes a command.
__shortlist_wrap() {
  local -a words
  local index
  eval "words=($(complete -p -- "$1" 2> /dev/null))"
  for ((index = 1; index + 1 < ${#words[@]}; index++)); do
    if [[ ${words[index]} == -F && ${words[index + 1]} != __shortlist_complete ]]; then
      __shortlist_completions[$1]=${words[index + 1]}
      words[index + 1]=__shortlist_complete
      "${words[@]}"
      return
    fi
  done
}

while read -r -a __shortlist_words; do
  __shortlist_wrap "${__shortlist_words[-1]}"
done < <(complete -p)
if [[ -z ${__shortlist_completions[-D]-} ]]; then
  complete -D -o bashdefault -o default -F __shortlist_complete
fi
for __shortlist_map in cd pushd rmdir kill ssh sftp telnet ping; do
  complete -p "$__shortlist_map" &> /dev/null ||
    complete -o bashdefault -o default -F __shortlist_complete "$__shortlist_map"
done
unset __shortlist_words

bind '"\e[0n": redraw-current-line'
for __shortlist_map in emacs-standard vi-insert vi-command; do
  bind -m "$__shortlist_map" -x '"\C-t": __shortlist_insert_paths'
  bind -m "$__shortlist_map" -x '"\C-r": __shortlist_search_history'
  bind -m "$__shortlist_map" -x '"\C-x\C-d": __shortlist_choose_directory'
  bind -m "$__shortlist_map" -x '"\C-x\C-e": __shortlist_restore'
  bind -m "$__shortlist_map" '"\ec": "\C-x\C-d\C-x\C-a\C-x\C-e"'
done
unset __shortlist_map

fi
