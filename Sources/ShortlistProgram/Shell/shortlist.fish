# Key bindings of shortlist for fish.
#
#   shortlist --fish | source
#
# Ctrl-T inserts paths, Ctrl-R searches the history, and Alt-C changes the directory. Tab after **
# picks what is completed: paths, and after kill, ssh and git processes, hosts and refs.
# The variables SHORTLIST_CTRL_T_OPTS, SHORTLIST_CTRL_R_OPTS and SHORTLIST_ALT_C_OPTS hold options.

status is-interactive; or exit 0

# Runs the picker below the prompt, with the options in a variable before the given ones.
function __shortlist_pick
    set -l name $argv[1]
    set -lx SHORTLIST_OPTS "--height 40% $SHORTLIST_OPTS $$name"
    command shortlist $argv[2..-1]
end

function __shortlist_insert_paths
    __shortlist_pick SHORTLIST_CTRL_T_OPTS . --print0 --prompt 'paths> ' </dev/tty | while read -lz path
        commandline -i -- (string escape -- $path)" "
    end
    commandline -f repaint
end

# Remembers the exit status of each command and the directory in which it began.
set -g __shortlist_ran
function __shortlist_begin --on-event fish_preexec
    set -g __shortlist_directory (string replace -ar '[\t\n]' '?' -- $PWD | string collect)
end
function __shortlist_remember --on-event fish_postexec
    set -a __shortlist_ran \x02$status\t$__shortlist_directory\t"$argv[1]"
end

# The history as CSV: the newest command first, by its place. Of commands of this shell, the
# directory and the exit status are known.
function __shortlist_history
    begin
        test (count $__shortlist_ran) -eq 0; or printf '%s\n' $__shortlist_ran
        builtin history --show-time=\x01'%F %T'\t
    end | LC_ALL=C command awk '
        function keep() {
            sub(/[ \n]+$/, "", text)
            if (kind == 1) { command[++count] = text; when[count] = time }
            if (kind == 2) { status[text] = code; directory[text] = place }
        }
        /^\001/ { keep(); kind = 1; tab = index($0, "\t")
            time = substr($0, 2, tab - 2); text = substr($0, tab + 1); next }
        /^\002/ { keep(); kind = 2; known = 1; split(substr($0, 2), part, "\t")
            code = part[1]; place = part[2]
            text = substr($0, length(code) + length(place) + 4); next }
        { text = text "\n" $0 }
        END {
            keep()
            print "number,command,when" (known ? ",directory,status" : "")
            for (i = 1; i <= count; i++) {
                text = command[i]
                row = directory[text]
                gsub(/"/, "\"\"", row)
                row = ",\"" row "\"," status[text]
                gsub(/"/, "\"\"", text)
                print i ",\"" text "\"," when[i] (known ? row : "")
            }
        }'
end

function __shortlist_search_history
    set -l search (commandline | string collect)
    set -l columns command,when
    test (count $__shortlist_ran) -eq 0; or set columns $columns,directory,status
    # What is not UTF-8 is shown as U+FFFD, and comes from the history itself.
    set -l number (__shortlist_history \
        | __shortlist_pick SHORTLIST_CTRL_R_OPTS --format csv --lossy --id number --output ids \
            --single --columns $columns --in command --match fuzzy --search "$search" \
            --prompt 'history> ')
    if test -n "$number"
        set -l commands (builtin history --null | string split0)
        commandline -r -- $commands[$number]
    end
    commandline -f repaint
end

function __shortlist_choose_directory
    set -l picked (__shortlist_pick SHORTLIST_ALT_C_OPTS . --walk directories --single \
        --print0 --prompt 'cd> ' </dev/tty | string split0)
    if test -n "$picked"
        builtin cd -- $picked
    end
    commandline -f repaint
end

# Prints the picked rows, each ended with NUL, for a word after a command.
function __shortlist_pick_for
    set -l directory (string match -r -- '.*/' $argv[2])
    set -l last (string replace -r -- '.*/' '' $argv[2])
    set -l kind files
    switch $argv[1]
        case kill
            command ps -eo pid,user,etime,args \
                | __shortlist_pick SHORTLIST_COMPLETION_OPTS --header-lines 1 --search "$argv[2]" \
                    --prompt 'processes> ' | command awk '{ printf "%s%c", $1, 0 }'
            return
        case ssh sftp telnet ping
            set -l configurations ~/.ssh/config ~/.ssh/config.d/*
            begin
                cat $configurations 2>/dev/null | command awk \
                    'tolower($1) == "host" { for (i = 2; i <= NF; i++) if ($i !~ /[*?!]/) print $i }'
                cat ~/.ssh/known_hosts 2>/dev/null | command awk \
                    '!/^[#|@]/ { split($1, names, ","); for (i in names) print names[i] }'
                command awk '!/^#/ { for (i = 2; i <= NF; i++) print $i }' /etc/hosts
            end | command sed 's/^\[\(.*\)\]:.*/\1/' | command sort -u \
                | __shortlist_pick SHORTLIST_COMPLETION_OPTS --single \
                    --search (string replace -r '.*@' '' -- $argv[2] | string collect) \
                    --prompt 'hosts> ' \
                | user=(string match -r '.*@' -- $argv[2]) \
                    command awk '{ printf "%s%s%c", ENVIRON["user"], $0, 0 }'
            return
        case git
            command git for-each-ref --sort=-committerdate \
                --format='%(refname:short)%09%(committerdate:relative)%09%(subject)' 2>/dev/null \
                | __shortlist_pick SHORTLIST_COMPLETION_OPTS --search "$argv[2]" --prompt 'refs> ' \
                | command awk -F '\t' '{ printf "%s%c", $1, 0 }'
            return
        case cd pushd rmdir
            set kind directories
    end
    # Variables, ~ and quotes are expanded, but no command runs.
    if not string match -qr '[();|&<>]' -- "$directory"
        eval set directory $directory 2>/dev/null
    end
    test -z "$directory" -o -d "$directory"; or return
    test -n "$directory"; or set directory .
    __shortlist_pick SHORTLIST_COMPLETION_OPTS $directory --walk $kind --search "$last" --print0 \
        --prompt 'paths> ' </dev/tty
end

# Completes a word that ends with **; other words are completed as before.
function __shortlist_complete
    set -l word (commandline -t)
    if not string match -q -- '*\*\*' $word
        commandline -f complete
        return
    end
    set -l command (commandline -opc)[1]
    set -l picked (__shortlist_pick_for "$command" (string replace -r -- '\*\*$' '' $word) \
        | string split0)
    if test -n "$picked"
        commandline -t -- (string escape -- $picked | string join ' ')' '
    end
    commandline -f repaint
end

for mode in default insert
    bind -M $mode \ct __shortlist_insert_paths
    bind -M $mode \cr __shortlist_search_history
    bind -M $mode \ec __shortlist_choose_directory
    bind -M $mode \t __shortlist_complete
end
