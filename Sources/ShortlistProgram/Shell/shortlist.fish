# Key bindings of shortlist for fish.
#
#   shortlist --fish | source
#
# Ctrl-T inserts paths, Ctrl-R searches the history, and Alt-C changes the directory.
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

function __shortlist_search_history
    set -l search (commandline | string collect)
    set -l picked (history --null --show-time='%F %T  ' \
        | __shortlist_pick SHORTLIST_CTRL_R_OPTS --read0 --print0 --single --match fuzzy \
            --search "$search" --prompt 'history> ' | string split0)
    if test -n "$picked"
        commandline -r -- (string replace -r '^.{19}  ' '' -- $picked | string collect)
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

for mode in default insert
    bind -M $mode \ct __shortlist_insert_paths
    bind -M $mode \cr __shortlist_search_history
    bind -M $mode \ec __shortlist_choose_directory
end
