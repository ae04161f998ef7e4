import ShortlistProgram
import Testing

@Suite struct FzfArgumentsTests {
  @Test(arguments: [
    ("--border", "--border=rounded"), ("--border sharp a.csv", "--border=sharp a.csv"),
    ("--border a.csv", "--border=rounded a.csv"), ("--border=none", "--border=none"),
    ("--no-border --no-info --no-margin", "--border=none --info=hidden --margin=0"),
    ("+i +m +s", "--no-ignore-case --single --no-sort"), ("-q +i", "-q +i"),
    ("--prompt --border", "--prompt --border"), ("-- --border +i", "-- --border +i"),
    ("--separator - --gap 2 --gap a --scrollbar=x -x b", "--separator - --gap=2 --gap=1 a b"),
    (
      "--list-border sharp --style full --no-input-border",
      "--list-border=sharp --style full --input-border=none"
    ),
    (
      "--footer-border --header-border inline a", "--footer-border=rounded --header-border=inline a"
    ),
    (
      "--preview-border --preview-label --x --no-preview-border --no-preview-label",
      "--preview-border=rounded --preview-label --x --preview-border=none --preview-label "
    ),
    (
      "--preview-border sharp --preview-window left --preview-window=border-left",
      "--preview-window left --preview-window=border-left"
    ),
    ("--gap-line --no-gap", "--gap-line=┈ --gap=0"), ("-m3 -m", "--max=3 --multi"),
    ("--cycle --height 40% --no-cycle --no-height a", "a"), ("--height=4 --no-height", ""),
    ("--height 5 --tac --no-sync --no-height --no-tac --height 3", "--height 3"),
    ("--disabled --enabled", ""), ("--toggle-sort=ctrl-s", "--bind=ctrl-s:toggle-sort"),
    ("--walker file,dir,hidden --walker=dir", "--walk=all --walk=directories"),
    ("--walker-root=src", "src"), ("-f --border", "-f --border"),
    ("--wrap=word --wrap-word --exact", "--wrap --wrap --match=substring"),
    ("--ellipsis", ""), ("--tmux", "--tmux=center"), ("--popup left,40% a", "--tmux=left,40% a"),
    ("--tmux a --no-popup", "--tmux=center a --tmux=none"), ("--tmux=70%", "--tmux=70%"),
    ("-m", "--multi"), ("-m 3 a", "--max=3 a"), ("--multi=4", "--max=4"),
    ("--multi a.csv", "--multi a.csv"),
    ("--tail 5", "--window=flexible:5@end,max=5"), ("--tail=7", "--window=flexible:7@end,max=7"),
  ])
  func translated(given: String, wanted: String) {
    func words(_ text: String) -> [String] { text.split(separator: " ").map(String.init) }
    let translated = FzfArguments.translated(words(given))
    #expect(translated.filter { !$0.isEmpty } == words(wanted))
  }
}
