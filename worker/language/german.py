"""German: how people state preferences, rules, decisions, facts and places, and how they state none.

The form of this table is explained in `worker.language.table`, that of its rows in `worker.language.matcher`.
German verbs stand second or last, and imperatives are often infinitives ("Immer Tests schreiben"), so many rows
have a gap before the word that decides.
"""

__all__ = ["TABLE"]

TABLE = """
# -- Words that say nothing by themselves --------------------------------------------------------------------

words EMPTY
    der die das den dem des ein eine einen einem einer eines ich du er sie es wir ihr mich mir dich dir uns euch ihm ihn
    ihnen sich mein meine meinen meinem meiner dein deine deinen deinem deiner sein seine seinen unser unsere unseren
    unserem unserer euer eure ihre ihren ist sind war waren bin bist sei seid wird werden werde wurde wurden worden hat
    haben habe hast hatte hatten kann können könnte soll sollen sollte muss müssen darf dürfen will wollen möchte
    möchten mag mögen würde und oder aber denn weil dass daß ob wenn als wie so dann doch ja nein nicht wieder kein keine
    keinen keinem keiner nie niemals immer stets bitte mal nur auch noch schon sehr ganz hier da dort dies diese dieser
    dieses diesen diesem jene was wer wo welche welcher welches etwas alles nichts man lieber bevorzuge bevorzugen
    ziehe vor verwende verwenden verwendet nutze nutzen nutzt benutze benutzen benutzt nimm nehmen nehme merk merke dir
    entschieden beschlossen statt anstatt stattdessen anstelle sondern jetzt ab sofort künftig zukünftig zukunft
    grundsätzlich generell eigentlich bloß halt eben auf keinen hätte hätten findest findet entscheidung beschluss jeder jede jedes jeden jedem alle allen aller besser
    besten gern gerne sag sagen lass lasst uns bleiben bleibt liegt liegen findet finden steht stehen heißt heiße gilt
    davon dafür damit darauf dazu daran darin dabei hierfür los geeinigt festgelegt gewählt immer vergiss beachte
words LINK
    in im auf für mit von vom zu zum zur bei beim an am aus nach vor über unter ohne durch pro gegen zwischen per seit bis
    um während als gegenüber
words VAGUE
    erste ersten zweite zweiten letzte letzten variante option ansatz version idee vorschlag lösung alternative ding
    sache sachen weise art fall problem frage antwort beispiel stelle mal moment zeit später bald neue neuen alte alten
    obige obigen folgende folgenden gut schlecht richtig falsch einfach einfacher schneller kleiner größer kürzer
    gleich selbe anders andere anderen warten schauen machen mache macht mach gemacht nenn nenne halte hör höre frag frage tun gehen geht gehe egal okay ok fertig
    beide ganze weiter nochmal wieder so'n zwei drei eins b c
words SO
    so deshalb daher darum also
words AND
    und aber denn also dann außerdem
words NO
    nicht kein keine keinen
words AGAINST
    statt anstatt anstelle nicht sondern
words SCOPE
    in im für bei beim wenn während vor nach auf innerhalb sobald falls
words ME
    ich mein meine mich mir
words RULE
    immer nie niemals stets kein keine keinen
words TRAIL
    bitte danke dann oder ok okay halt mal
words BOUND
    außerdem zudem ferner weiterhin eigentlich dann grundsätzlich generell dass daß an jetzt sofort heute künftig zukünftig zukunft fortan nun mal
words ANAPHOR
    ihn ihm ihnen daran damit dafür davon
words POINTER
    das dies diese dieses es sie

# -- Classes of words ----------------------------------------------------------------------------------------

words NOTHING
    das dies diese dieser dieses diesen es sie ihn er den die der dein deine deinen euren eure hier so wie was dass daß
    wenn ob zu mir uns mich dich
words PRONOUN
    ich du er sie es wir ihr man das dies diese dieser was wer wo hier da
words NOUN
    der die das den dem unser unsere ein eine ich du er sie es wir ihr man dies diese dieser was wer wo hier da bug
    absturz ausgabe ergebnis ursache änderung
words NOVERB
    das dies diese dieser dieses es sie ihn er wir ich du man so wie was noch mehr wieder wenn gern gerne derselbe dieselbe dasselbe denselben da hier ist sind
    war hat habe haben wird werden gesehen gehört gedacht passiert erlebt verstanden geht ging klappt funktioniert
    schlägt fehler probleme problem dasselbe gleich gut schlecht nur und oder langsam schneller
words NEVER
    nie niemals nie_wieder auf_keinen_fall keinesfalls unter_keinen_umständen nicht_mehr
words ALWAYS
    immer stets grundsätzlich generell ausschließlich prinzipiell jedes_mal jedesmal ausnahmslos
words ARTIFACT
    *messages *nachrichten *antworten *kommentare *commits *funktionen *prs *erklärungen *zusammenfassungen
words BAD
    tippfehler schreibfehler fehler bug problem absturz ausgabe ergebnis test tests datei dateien zeile meldung ausnahme ursache stelle seite
    methode funktion build knopf button änderung
words LIES
    ist sind liegt liegen findet finden findest steht stehen lebt wohnt befindet befinden gibt's läuft
words PLACE
    unter in im auf bei beim an am hier
words SERVICE
    confluence notion jira linear slack grafana datadog sentry figma miro trello asana github gitlab bitbucket kibana
    sharepoint onedrive dropbox 1password vault teams discord mattermost jenkins wiki intranet laufwerk
words LANGUAGE
    deutsch englisch französisch spanisch italienisch chinesisch japanisch polnisch türkisch russisch niederländisch
words JOB
    entwickler entwicklerin ingenieur ingenieurin programmierer programmiererin designer designerin architekt
    architektin *entwickler *entwicklerin *ingenieur *ingenieurin *wissenschaftler *wissenschaftlerin *designer
    *designerin *architekt *architektin *administrator student studentin lehrer lehrerin forscher forscherin wissenschaftler wissenschaftlerin analyst
    administrator administratorin admin freiberufler freelancer berater beraterin tester testerin praktikant
    praktikantin leiter leiterin teamleiter teamleiterin cto ceo gründer gründerin doktorand doktorandin professor
    professorin arzt ärztin physiker physikerin biologe biologin mathematiker anfänger anfängerin einsteiger product
    backend-entwickler backend-entwicklerin frontend-entwickler frontend-entwicklerin softwareentwickler
    softwareentwicklerin webentwickler data devops-ingenieur quereinsteiger azubi werkstudent
words SYSTEM
    windows mac macos linux ubuntu debian fedora arch wsl
words DECIDED
    entschieden entschlossen beschlossen geeinigt festgelegt verständigt abgestimmt gewählt ausgewählt vereinbart
    ausgemacht verabredet
words USE
    verwenden nutzen benutzen nehmen einsetzen setzen verwendet nutzt benutzt schreiben deployen testen deploy releasen
    veröffentlichen hosten unterstützen speichern ablegen committen mergen arbeiten
words DO
    verwende verwendet nutze nutzt benutze nimm schreib schreibe setze nenne halte halt mach mache antworte antworten
    schreiben verwenden nutzen benutzen formatiere lege leg führe prüfe teste frag frage gib füge erkläre erklär
words DONOT
    verwende verwendet nutze nutzt benutze benutz nimm schreib schreibe setze füge lege leg lösche mach mache ändere
    committe pushe merge installiere mocke rühr rühre fass fasse antworte erstelle generiere erzeuge erkläre entschuldige
    commite
words FINALLY
    verwenden nutzen benutzen nehmen einsetzen schreiben committen pushen mergen löschen ändern anfassen hinzufügen
    antworten testen ausführen machen deployen mocken installieren formatieren erstellen einfügen fragen nachfragen
    laufen_lassen benennen umbenennen prüfen importieren loggen speichern anlegen aktualisieren updaten rebasen squashen
    dokumentieren kommentieren überschreiben bearbeiten
words DAY
    montag montags dienstag dienstags mittwoch mittwochs donnerstag donnerstags freitag freitags samstag samstags
    sonntag sonntags woche wochen wochenende monat tag tage morgen abend täglich wöchentlich monatlich
words SAYING
    sagt sagte gesagt meint meinte schreibt schrieb geschrieben behauptet behauptete empfiehlt empfahl schlägt schlug
    erzählt erzählte erwähnte fordert fordern verlangt findet

# -- What stands before a statement --------------------------------------------------------------------------

lead -
    ok|okay|also|gut|so|und|aber|ach|hey|hallo|hi|hm|super|danke|prima|genau|ja|klar|bitte|übrigens|außerdem|zudem|dann
    ferner|weiterhin|grundsätzlich|generell|allgemein|kurz|noch|und_noch|noch_etwas|noch_eine_sache|zur_info|info|wichtig
    kurzer|kleiner|noch_ein hinweis|punkt|reminder
    der_vollständigkeit_halber|im_allgemeinen|wie_gesagt|wie_besprochen|nach_langer_diskussion|am_ende|zum_kontext
    claude|agent|assistent|leute|denn|weil|hinweis|mal|achte|achtet darauf|,?
    du sollst|sollst_du|solltest|musst
    ich möchte|will|erwarte|hätte_gern , dass|daß du?
    es_ist_wichtig|mir_ist_wichtig|wichtig_ist , dass|daß
    achte|achtet|pass|stell|stelle darauf|auf|sicher , dass|daß du?
    könntest|kannst du bitte
lead correct
    nein|nee|ne|nö|falsch|quatsch|moment|stopp|warte|korrektur|sorry|eigentlich|doch|stimmt_nicht|eher
    das|dies ist|war|stimmt falsch|nicht|so_nicht richtig|korrekt|ganz_richtig?
    das stimmt so? nicht
    das_ist_falsch|das_war_falsch|so_nicht|nicht_ganz|nicht_so|ich_meinte|ich_sagte|ich_habe_mich_geirrt|mein_fehler
    ich habe|hab dir|euch? doch|schon? gesagt , dass|daß?
    kleine|kurze korrektur
lead keep
    merk|merke|merkt|behalte|notier|notiere|speicher|speichere|denk|denke dir|euch|daran|bitte|das? bitte|mal? :
    merk|merke|merkt|notier|notiere|speichere|speicher dir|euch|das? bitte|mal|folgendes? ,? dass|daß
    merk|merke|merkt|notier|notiere|speichere|speicher dir|euch bitte|mal|folgendes? :|,?
    notier|notiere|speichere|speicher bitte? :
    behalte|behaltet|behalt|halte bitte? im_kopf|im_hinterkopf|im_gedächtnis|in_erinnerung|fest ,? dass|daß|:?
    denk|denke|denkt|erinnere|erinner bitte? daran|dich|dich_daran|dran ,|: dass|daß?
    vergiss|vergesst bitte? nicht|nie|niemals ,|: dass|daß?
    beachte|beachtet|bedenke|wisse bitte? ,|: dass|daß?
    zur_erinnerung|fürs_nächste_mal|für_später|für_die_zukunft|zum_merken|notiz|merke|merksatz|für_künftige_sitzungen
    gut_zu_wissen|wichtig_zu_wissen|wissenswert
    du solltest|musst wissen , dass|daß
lead decide
    endgültige|finale? entscheidung|beschluss|beschlossen :
lead keep
    .. regeln|konventionen|vorlieben|richtlinien|vorgaben .. :
lead always
    ab_jetzt|ab_sofort|von_nun_an|von_jetzt_an|ab_heute|künftig|zukünftig|in_zukunft|fortan|ab_nun|nächstes_mal
    beim_nächsten_mal|das_nächste_mal|fürs_nächste_mal|für_alle_zukunft|in_künftigen_sitzungen

scope
    SCOPE .. ,
    in|für|bei diesem|unserem|dieses|unser|dem|das projekt|repo|repository|team|codebase|code
    im|fürs|beim projekt|repo|repository|team|code|backend|frontend
    in|für|bei * ,?

# -- Preferences ---------------------------------------------------------------------------------------------

form user prefer
    mag|bevorzuge|nutze|verwende|habe|schreibe ich .. lieber|am_liebsten
    bevorzuge ich !NOTHING
    ich will|möchte|hätte|brauche !NOTHING .. ARTIFACT
    ich will|möchte|hätte ARTIFACT
    ich bevorzuge|präferiere|favorisiere es , wenn|dass
    ich bevorzuge|präferiere|favorisiere
    ich ziehe .. vor
    ich würde .. bevorzugen|vorziehen
    ich würde lieber !NOTHING
    ich mag|möchte|will|nehme|nutze|verwende|benutze|schreibe|arbeite|habe|hätte immer|stets|viel? lieber
    ich mag|hasse|liebe|schätze es , wenn
    ich mag es nicht|gar_nicht|überhaupt_nicht|sehr? , wenn
    ich mag keine|kein|keinen !NOTHING
    ich mag !NOTHING .. mehr|lieber|besser
    ich mag !NOTHING .. nicht
    ich mag|liebe|hasse !NOTHING
    ich finde !NOTHING .. besser|übersichtlicher|lesbarer|schöner|angenehmer|unübersichtlich|störend|nervig
    ich arbeite|schreibe|programmiere|nutze|verwende|benutze am_liebsten|lieber|meistens|normalerweise|üblicherweise
    am_liebsten nutze|verwende|arbeite|schreibe|habe|mag ich
    mir ist|sind|gefällt|gefallen !NOTHING .. lieber|besser|wichtig
    mir ist|sind|wäre|wären lieber|am_liebsten
    mein|meine bevorzugter|bevorzugte|bevorzugtes|liebster|liebste|liebstes|lieblingseditor|lieblingssprache
    ich will|möchte keine|kein|keinen|nie|niemals|immer
    ich bin ein? fan von|kein_fan_von
    ich bin es? gewohnt
    ich|lieber * statt *

# -- The person ----------------------------------------------------------------------------------------------

form user fact
    ich bin .. JOB
    ich bin von_beruf|gelernter|gelernte|studierter|studierte|ausgebildeter
    ich arbeite als|bei|für|im|in|an_der|remote|hauptsächlich|meist|vorwiegend
    ich heiße|heisse
    mein|meine name|rolle|zeitzone|muttersprache|editor|shell|betriebssystem|e-mail-adresse|geburtstag|beruf ist|lautet
    mein|meine name|rolle|zeitzone|muttersprache|chef|chefin|team ist|heißt
    nenn|nenne mich
    ich wohne|lebe|sitze in|im|bei
    ich komme aus
    ich bin für !NOTHING .. zuständig|verantwortlich
    ich bin zuständig|verantwortlich für
    ich bin farbenblind|rot-grün-blind|legastheniker|linkshänder|linkshänderin|blind|gehörlos|vegetarier
    ich habe eine? rot-grün-schwäche|adhs|legasthenie|sehschwäche
    ich bin neu in|bei|im
    ich spreche .. LANGUAGE
    ich habe .. jahre|jahren .. erfahrung
    ich programmiere|entwickle|schreibe seit
    ich nutze|verwende|benutze|fahre !NOTHING
    ich bin|arbeite auf|mit|unter SYSTEM
    ich kenne|kann !NOTHING .. gut|nicht|aber
    ich kenne mich .. aus
    ich leite|betreue|pflege|verantworte !NOTHING

# -- Rules ---------------------------------------------------------------------------------------------------

form feedback rule
    ALWAYS erst|zuerst|nur? !NOVERB
    NEVER !NOVERB
    NEVER wieder|mehr !PRONOUN
    !NOUN|NOVERB NEVER !NOVERB
    !NOUN|NOVERB ALWAYS !NOVERB
    nichts .. FINALLY
    duze|duzt|sieze mich|uns
    DO|DONOT bitte? ALWAYS
    DO|DONOT .. ALWAYS
    DO|DONOT bitte? .. NEVER|nicht_mehr
    DONOT bitte? kein|keine|keinen|keinerlei
    DONOT bitte? !NOTHING .. nicht
    DONOT !NOTHING nicht
    DO|nimm .. statt|anstatt|anstelle|statt_dessen
    DO .. , nicht|keine|kein|keinen
    DO lieber|besser|bevorzugt !NOTHING
    lieber|besser !NOTHING .. statt|als|verwenden|nutzen|nehmen
    DO .. für_alle|für_jede|für_jeden|für_jedes|in_allen|in_jedem|in_jeder|bei_jedem|bei_allen|vor_jedem|nach_jedem|zu_jedem|zu_jeder|pro
    vor|nach|bei jedem|jeder|allen .. FINALLY
    kein|keine|keinen !NOTHING .. FINALLY
    kein|keine|keinen mehr? !NOTHING mehr? in|im|bei|für
    !PRONOUN .. nicht|nie|niemals|nur|ALWAYS .. FINALLY
    !PRONOUN .. nicht|nie|niemals|ALWAYS|nur FINALLY
    vermeide|meide|vermeidet !NOTHING
    verzichte|verzichtet bitte? auf !NOTHING
    kein|keine|keinen !NOTHING mehr
    hör|höre|hört auf|bitte_auf ,? !NOTHING
    hör|höre|hört bitte? auf .. zu
    lass|lasst das? * weg|sein
    antworte|antworten|schreib|schreibe|sprich|rede|verfasse|formuliere .. auf|in LANGUAGE
    auf LANGUAGE antworten|schreiben
    halte|halt|fass|fasse deine|dich|antworten|commits|die|alle .. kurz|knapp|klein|kürzer
    sei kürzer|knapper|prägnant|präziser|direkter
    frag|frage mich? immer|erst|vorher|bitte|zuerst !NOTHING
    frag|frage nach? ,? bevor|vorher
    frag|frage .. , bevor
    wenn du .. , !PRONOUN
    bevor du .. , !PRONOUN
    du darfst|sollst|sollte|solltest|musst|kannst niemals|nie|immer|nicht|keine|kein|stets
    du darfst|sollst|solltest|musst|kannst .. niemals|nie|immer|stets
    wir müssen|dürfen|sollten .. immer|nie|niemals|keine|stets
    ich will|möchte .. nicht|nie|nie_wieder .. sehen|haben
    bevorzuge|priorisiere !NOTHING
    unter_keinen_umständen|auf_keinen_fall
    nur|ausschließlich !NOTHING .. FINALLY

# -- Decisions and conventions -------------------------------------------------------------------------------

form project choose
    ... , das|so haben|hat wir|team ... DECIDED
    wir haben uns ... DECIDED
    wir haben ... DECIDED
    ich habe mich ... DECIDED
    das|unser|ganze team|architekturteam hat sich? ... DECIDED
    wir|ich entscheiden|entscheide|entschieden uns|mich für|gegen
    die|unsere entscheidung ist|lautet|:|fiel
    es wurde beschlossen|entschieden|vereinbart|festgelegt
    lass|lasst uns|mal bei|mit|auf !NOTHING .. bleiben|gehen|arbeiten|setzen|umsteigen|wechseln
    lass|lasst uns .. für .. nehmen|verwenden|nutzen|benutzen|einsetzen
    lass|lasst uns .. nehmen|verwenden|nutzen|benutzen|einsetzen .. für
    lass|lasst uns .. statt|anstelle|anstatt
    lass|lasst uns !NOTHING verwenden|nutzen|nehmen|benutzen|einsetzen .|$|,
    lass|lasst uns immer|nie|niemals
    wir setzen ab_jetzt|künftig|weiterhin|jetzt|nur_noch|nur? auf
    wir bleiben|gehen|fahren bei|mit
    wir wechseln|migrieren|steigen .. zu|auf|von
    wir sind .. umgestiegen|gewechselt|migriert
    wir werden .. USE
    wir USE jetzt|künftig|weiterhin|nur|immer|nie|niemals|kein|keine|keinen|grundsätzlich|ausschließlich|nicht_mehr? !NOTHING
    USE wir !NOTHING
    wir USE
    wir nehmen|verwenden|nutzen|benutzen !NOTHING
    wir machen|mergen|deployen|committen|pushen|releasen .. immer|nie|niemals|nur|keine|freitags|DAY
    unsere wahl ist|fällt auf
    bei_uns .. wird|werden
    für|im|in|als|beim .. verwenden|nutzen|benutzen|nehmen|schreiben|deployen|testen wir !NOTHING
    es bleibt|wird bei !NOTHING
form project rule
    alle|jede|jeder|jedes|sämtliche .. hat|haben|braucht|brauchen|benötigt|benötigen|bekommt|bekommen|folgt|folgen
    alle|jede|jeder|jedes|kein|keine|sämtliche .. muss|müssen|darf|dürfen|soll|sollen
    !PRONOUN .. muss|müssen|darf|dürfen immer|nie|niemals|nicht|nur|stets|grundsätzlich
    !PRONOUN .. darf|dürfen .. nie|niemals|nicht|nur .. werden
    !NOUN .. müssen|muss .. werden
    !PRONOUN .. sind|ist verboten|tabu|pflicht|nicht_erlaubt|untersagt|vorgeschrieben|verpflichtend
form project fact
    unser|unsere team|firma|unternehmen|abteilung|kunde|kunden !PRONOUN
    unser|unsere * ist|sind|läuft|laufen|heißt|nutzt|nutzen|verwendet|hat|haben|liegt|deployt|arbeitet|basiert|folgt
    unser|unsere * * ist|sind|läuft|laufen|heißt|nutzt|nutzen|verwendet|hat|haben|deployt|arbeitet|basiert|folgt
    das|dieses|unser projekt|repo|repository|monorepo nutzt|verwendet|benötigt|unterstützt|basiert|folgt|setzt
    die|unsere konvention|regel|vorgabe|richtlinie ist|lautet|:
    deployments|releases|deploys|standups sind|finden|gehen|laufen .. DAY
    die|unsere|der|unser deadline|abgabe|abgabetermin|release-termin|stichtag|code-freeze|freeze ist|beginnt|endet
    !PRONOUN ist für .. zuständig|verantwortlich
    ansprechpartner|ansprechpartnerin|zuständig|verantwortlich|verantwortliche für .. ist
    der|die|das|unser|unsere * heißt|heißen !NOTHING
    !PRONOUN ist zuständig|verantwortlich für

# -- Where things are ----------------------------------------------------------------------------------------

form reference place
    der|die|das|unser|unsere !BAD .. LIES .. URL|PATH|SERVICE|CHANNEL
    der|die|das|unser|unsere !BAD LIES .. URL|PATH|SERVICE|CHANNEL
    der|die|das|unser|unsere !BAD .. ist|: TICKET|URL
    der|die|das|unser|unsere .. ticket|epic|link|url|adresse|endpunkt|kanal|slack-kanal|channel|dashboard ist|lautet|:|heißt
    !NOUN .. liegt|liegen|findet|finden|findest|steht|stehen|ist|sind sich|du|man|jetzt|alle? PLACE den|dem|der|unserem? URL|PATH|SERVICE
    !NOUN .. liegt|liegen|findet|finden|findest .. URL|PATH|SERVICE
    !NOUN .. werden|wird PLACE den|dem|der|unserem? URL|PATH|SERVICE .. verwaltet|getrackt|erfasst|gepflegt|dokumentiert|gesammelt
    für .. siehe|schau|sieh den|die|das|in|unter|auf? URL|PATH|SERVICE
    siehe URL|PATH .. für
    wir tracken|dokumentieren|verwalten|speichern|sammeln|hosten|pflegen|erfassen|melden .. PLACE URL|PATH|SERVICE|CHANNEL
    hier ist|sind der|die|das|unser|unsere .. : URL
    !NOUN : URL|TICKET
    !NOUN * : URL|TICKET
    du|man findest|findet .. PLACE den|dem|der|unserem? URL|PATH|SERVICE
    frag|frage|kontaktiere bei|wegen|zu? * * wegen|zu|bei|nach|bevor
    bei fragen zu|zur|zum .. * fragen|kontaktieren|wenden|ansprechen
    bugs|fehler|tickets|anfragen gehören|kommen|gehen in|ins|an|nach

# -- Corrections: forms only after "nein", "falsch", "eigentlich" --------------------------------------------

fix feedback rule
    DO|DONOT|nehmen|verwenden !NOTHING
    kein|keine|keinen !NOTHING
    nicht !NOTHING , sondern !NOTHING
fix feedback fact
    es? ist|heißt|sind|war|läuft|liegt .. , nicht
    es ist|heißt|sind|läuft nicht .. , sondern
    es ist|heißt|sind|läuft|muss .. NUMBER|CODE|URL|PATH|TERM
    der|die|das|unser|unsere !BAD .. ist|sind|heißt|läuft|lauscht|liegt|nutzt|verwendet|muss .. NUMBER|CODE|URL|PATH|TERM
    der|die|das|unser|unsere !BAD .. ist|sind|heißt|läuft|lauscht|liegt|nutzt|verwendet .. , nicht
    der|die|das|unser|unsere !BAD .. ist|sind|heißt|läuft|nutzt|verwendet nicht .. , sondern
    der|die|das|unser|unsere !BAD .. heißt
    !NOTHING , nicht !NOTHING
    !NOTHING statt !NOTHING

# -- What is no memory ---------------------------------------------------------------------------------------

not moment
    heute|gerade|vorerst|vorläufig|erstmal|momentan|vorübergehend|zwischenzeitlich|einstweilen|diesmal|ausnahmsweise
    morgen|gestern|jetzt_gerade|im_moment|im_augenblick|für_den_moment|fürs_erste|für_heute|auf_die_schnelle|derzeit
    nur|bloß dieses|diesmal|kurz|einmal
    dieses mal
    in|für|bei|auf|mit diesem|diesen|diese|dieser|dieses test|fall|beispiel|datei|funktion|branch|pr|commit|sitzung|lauf
    in|für|bei|auf|mit diesem|diesen|diese|dieser|dieses schritt|aufgabe|ticket|prototyp|demo|skript|klasse|methode|woche
    in|für|bei|auf|mit diesem|diesen|diese|dieser|dieses experiment|durchlauf|sprint|einen|bug|änderung|zeile|schleife
    dieses|diese|diesen|dieser woche|monat|sprint|abend|morgen|eine_mal|einmal
    bis|solange wir|ich|morgen|dahin|du|zum|das|es
    noch_nicht|schnell_mal|testweise|probeweise|zum_testen|zum_test|als_übergangslösung|übergangsweise|temporär
not doubt
    vielleicht|eventuell|evtl|möglicherweise|wahrscheinlich|vermutlich|womöglich|angeblich|theoretisch|hypothetisch
    könnte|könnten|würde|würden|wäre|wären|hätte|hätten|sollten_wir|dürfte
    angenommen|gesetzt_den_fall|stell_dir_vor|nehmen_wir_an|mal_angenommen|was_wäre|keine_ahnung|nicht_sicher|unsicher
    ich_glaube|ich_denke|ich_frage_mich|ich_überlege|überlege|überlegen|ob|mal_sehen|kommt_darauf_an|scheinbar|anscheinend
not doubt prefer,choose,fact,place
    wenn|falls|sofern|solange|sollte|sollten
not doubt rule
    ^ falls|wenn
    wenn_wir|wenn_ich|wenn_er|wenn_sie|falls_wir
not report
    er|sie|man|jemand|alle|leute|kollege|kollegin|chef|chefin SAYING
    * sagt|sagte|gesagt|meint|meinte|schreibt|schrieb|behauptet|behauptete|empfiehlt|empfahl|fordert
    laut|gemäß|zufolge|angeblich|zitat|zitiere|es_heißt|da_steht|dort_steht|steht_da|hat_gesagt|haben_gesagt
    er|sie|kollege|kollegin|manche|viele|andere bevorzugt|bevorzugen|mag|mögen|will|wollen|nutzt|verwendet
not example
    zum_beispiel|z.b|zb|beispielsweise|bsp|beispiel|etwa_so|rollenspiel|spiel|tu_so|witz|scherz|geschichte|gedicht|roman
    übersetze|übersetz|formuliere|satz|figur|charakter|märchen
not secret prefer,rule,choose,fact
    passwort|kennwort|token|geheimnis|api-key|api-schlüssel|pin|zugangsdaten ist|lautet|sind|:|=
not past
    früher|damals|letztes_jahr|letzte_woche|ehemals|vorher_haben
not negated
    merk|merke|speicher|speichere|notier|notiere .. nicht
    nicht merken|speichern|notieren
not trouble
    funktioniert_nicht|geht_nicht|klappt_nicht|stürzt|hängt|schlägt_fehl|fehlgeschlagen|kaputt
not trouble prefer,choose,fact
    fehler|bug|absturz
not trouble place
    der|ein|dieser fehler|bug|absturz
not trouble prefer,choose,fact,place
    langsam|leer|fehlt|fehlen|immer_noch|weiterhin_nicht|komisch|seltsam|falsch|rot
not idiom
    kein_problem|keine_sorge|keine_ahnung|keine_eile|macht_nichts|immer_noch|immer_wieder|immer_mehr|wie_immer|noch_nie
    für_immer|kein_wunder|keine_zeit

ask
    was|wie|warum|wieso|weshalb|wer|wo|wann|welche|welcher|welches|wozu|womit ist|sind|soll|sollen|sollte|kann|können|wäre
    was|wie|warum|wieso|weshalb|wer|wo|wann|welche|welcher|welches|wozu|womit macht|mache|machen|hat|haben|wird|geht|genau
    was|wie|warum|wieso wenn|wir|du|nutzen|verwenden
    soll|sollen|sollte|sollten|kann|können|könnten|könntest|kannst|ist|sind|hast|habt|haben|darf|dürfen ich|wir|du|es|das
    soll|sollen|sollte|sollten|kann|können|könnten|ist|sind|gibt|wird|werden|würdest|willst|magst die|der|man|ein|eine|du

tail
    und|also|dann? kannst|könntest|könnt|würdest du
    dann bitte !immer
    danke|also_mach|also_bitte|leg_los|mach_weiter
tail choose,place
    und|also? bitte !immer

paste
    ausgabe|log|logs|trace|stacktrace|fehler|fehlermeldung|meldung|mail|e-mail|readme|artikel|dokument|text|auszug .. :
    code|diff|patch|antwort|kommentar|konfiguration|inhalt|ergebnis|bericht|zitat|vorlage|prompt|nachricht .. :
    unten|wie_folgt|folgendes|sagt|schreibt|schrieb|steht|so_aus|lautet :
    übersetze|fasse|korrigiere|überprüfe|prüfe|erkläre|formuliere .. :

drop
    merk|merke|speicher|speichere|notier|notiere dir|das|euch? das|dies|es|davon? bitte? nicht|nichts
    nicht merken|speichern|notieren
    nur|bloß|war|ist ein? scherz|spaß|witz|test
    vergiss was|das|es
    ignorier|ignoriere was|das|meine|die_letzte
"""
