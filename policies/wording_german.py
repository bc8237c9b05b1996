"""German wording that is held; the form of the table is explained in `policies.wording`.

Accents are folded on both sides. Verbs stand second or last, so some rules are there in both orders.
"""

from policies.wording import Table

__all__ = ["TABLE"]

_FILLERS = """
    der die das den dem des ein eine einen einem einer eines mein meine meinen dein deine deinen deiner deinem sein
    seine ihr ihre ihren unser unsere unseren euer eure alle allen aller jede jeden jeder jegliche jeglichen bitte
    einfach auch nur nun dann noch jetzt doch mal ganz sofort hier zu bereits
"""

_CLASSES = """
shadow: nicht_vergessen vergiss_nicht nicht_nur
neg: nicht kein keine keinen nie niemals ohne nichts niemand
who: nutzer* benutzer* anwender* user entwickler* bediener* besitzer* inhaber* menschen auftraggeber*
anyone: @who niemand* jemand* irgendwem irgendjemand*
this: das dies diese dieses diesen davon hiervon daruber es
nothing: nichts nie niemals nicht
tell: sag* erzahl* verrat* teil teile mitteil* informier* berichte* benachrichtig* unterricht* warne melde
say: erwahn* verrat* erzahl* offenbar* preisgeb* weitersag*
learn: erfahr* wissen weiss merken merkt bemerk* mitbekomm* entdeck* herausfind* davon_wissen
secretly: heimlich unbemerkt verdeckt insgeheim stillschweigend
deed: send* schick* ubermittel* lade hochlad* hoch kopier* fuhre ausfuhr* installier* losch* fug* anhang* leite
    weiterleit* ubertrag* speicher* starte
ignore: ignorier* missacht* vergiss vergesst vergessen umgeh* ubergeh* verwirf verwerf* missachten
previous: vorherig* bisherig* fruher* vorig* obig* vorangegangen* vorangehend* ursprunglich* bestehend* vorstehend*
    systemseitig* deine deinen
strong: anweisung* instruktion* vorgabe* richtlinie* prompt* systemprompt* befehl* weisung*
rules: @strong regel regeln einschrankung* beschrankung* sicherheitsregel* sicherheitsrichtlinie* aufgabe aufgaben
when: wenn sobald falls immer_wenn jedes_mal_wenn jedesmal_wenn
the_user: der_nutzer der_benutzer der_anwender der_user die_nutzerin die_benutzerin der_mensch
says: sagt fragt schreibt erwahnt tippt bittet verlangt eingibt dankt grusst anspricht erkundigt
act: fuhre sende schicke losche rufe starte installiere lade empfiehl empfehle ubertrage uberweise offne ersetze sag
    sage behaupte antworte_mit antworte_dass verrate hange leite kopiere besuche kaufe aktiviere deaktiviere
send: send* schick* ubermittel* lade hochlad* weiterleit* leite ubertrag* poste mail maile kopier* exfiltrier* teile
private: passwort passworter passwortern zugangsdaten geheimnisse schlussel* api_schlussel* api_key api_keys token
    tokens verlauf gesprach* chatverlauf* unterhaltung* umgebungsvariablen systemprompt private* personliche_daten
    vertrauliche* ssh_schlussel* anmeldedaten zugangscodes erinnerungen <secret-file> secrets
placed: <url> <email> <host> externen_server externe_adresse fremden_server server webhook
to: an nach zu auf via uber
machine: ki ais agent agenten assistent assistenten sprachmodell modell
"""

_RULES = """
concealment  tell 3 anyone 2 nothing !von
concealment  tell|say 1 this 3 nothing|niemand*
concealment  tell|say niemand*
concealment  say this 3 anyone 2 nothing
concealment  zeig* 2 who 2 this 2 nothing
concealment  who darf|soll|sollte|durfen|sollen|muss 3 nothing 2 learn
concealment  ohne_wissen|ohne_zustimmung|ohne_kenntnis|ohne_einwilligung 1 who
concealment  --neg ohne_dass 1 who 3 learn
concealment  --neg ohne 1 who 3 informier*|benachrichtig*|fragen|mitzuteilen|sagen|warnen
concealment  -neg secretly 5 deed
concealment  -neg deed 6 secretly
concealment  -neg verschweig*|verheimlich*|verbirg|verberge|verstecke 4 anyone|this
concealment  halte|behalte|behandle 2 this 2 geheim|vertraulich_gegenuber|fur_dich
concealment  hinter_dem_rucken
override     -neg ignore 3 previous 2 rules
override     -neg ignore systemanweisung*|systemprompt|systemvorgabe*|systemregel*
override     -neg ignore alle|allen|samtliche|jegliche strong
override     previous|alle|samtliche 1 strong 5 ignore
override     -neg vergiss|ignorier* 1 alles 5 vorher|davor|bisher|oben|gesagt|gelernt|bevor|zuvor
override     -neg ignorier*|umgeh*|deaktivier* 1
                 sicherheitsregel*|sicherheitsrichtlinie*|inhaltsfilter|schutzmassnahme*
override     du_bist jetzt|nun|ab_jetzt|ab_sofort 4
                 ki|bot|hacker|assistent|modell|dan|uneingeschrankt*|unzensiert*|frei
override     du_bist|du_hast 2 nicht_mehr|keine 2 regeln|einschrankungen|richtlinien|grenzen|gebunden
override     tu_so_als|gib_vor|stell_dir_vor_du_bist 4 ki|hacker|dan|keine_regeln|uneingeschrankt*|unzensiert*
override     selbst_wenn|auch_wenn|egal_was|unabhangig_davon_was 2 who 3 sagt|widerspricht|ablehnt|will|verlangt
override     hat|haben 1 vorrang 1 vor 3 strong|anweisungen
override     neue|neuen|aktualisierte anweisung*|instruktion* :
trigger      when the_user 5 says 10 >act
trigger      when 1 du 4 wort|codewort|schlusselwort|phrase 6 siehst|liest|horst 8 act
exfiltration --neg send 6 private 8 to 3 placed
exfiltration --neg private 6 to 3 placed 6 send
exfiltration --neg send 4 to 3 placed 6 private
exfiltration --neg zeig*|gib|nenne|wiederhole|verrate|verrat 2 dein|deine|deinen 1
                 systemprompt|anweisungen|instruktionen|prompt
standing     ^ immer|niemals|nie|stets
standing     ab_jetzt|ab_sofort|von_nun_an|von_jetzt_an|kunftig|zukunftig|in_zukunft|fortan
standing     jedes_mal_wenn|jedesmal_wenn|immer_wenn du|ich|der_nutzer
standing     du_musst|du_sollst|du_darfst_nicht|du_darfst_nie
standing     machine muss|mussen|soll|sollen|darf|durfen
standing     verwende|nutze|benutze|fuhre|starte|schreibe 8 immer|stets
standing     immer|stets 6 verwenden|nutzen|benutzen|ausfuhren|schreiben
standing     in jeder|jedem|allen sitzung*|antwort*|gesprach*
standing     merke_dir|merk_dir|denk_daran|denke_daran
standing     --neg ohne 1 ruckfrage|nachfrage|bestatigung|zu_fragen|nachzufragen
standing     wenn_ich 3 sage|schreibe
"""

TABLE = Table(_FILLERS, _CLASSES, _RULES)
