"""French: how people state preferences, rules, decisions, facts and places, and how they state none.

The form of this table is explained in `worker.language.table`, that of its rows in `worker.language.matcher`.
Elided words are words of their own ("n'", "j'", "d'"), and `ne` is often left out in a chat.
"""

__all__ = ["TABLE"]

TABLE = """
# -- Words that say nothing by themselves --------------------------------------------------------------------

words EMPTY
    le la les l' un une je j' tu il elle on nous vous ils elles me m' te t' se s' moi toi lui leur y en mon
    ma mes ton ta tes son sa ses notre nos votre vos leurs ce c' cet cette ces ça cela ceci est sont était être suis es
    êtes sommes a ai as avons avez ont eu fait qui que qu' quoi quel quelle quels quelles comment quand où si oui non ne
    n' pas jamais toujours plus point s'il plaît svp stp aussi très bien mieux seulement uniquement encore déjà alors
    donc car parce mais et ou ni préfère préférons préférerais préfèrerais aime aimons utilise utilisez utiliser
    utilisons emploie rappelle rappelle-toi souviens-toi note notez retiens retenez décidé décidons convenu choisi allons
    va vais lieu plutôt désormais dorénavant maintenant partir avenir faut veux voudrais souhaite tout toute tous toutes
    chaque quelque rien quelqu'un autre autres même appelle appelle-moi trouve trouvent situe situé située oublie oubliez
    oublier évite évitez arrête arrêtez cesse doit doivent dois devez devons décision bref faire voici voilà
words LINK
    de d' du des dans pour avec sur sous par entre chez sans avant après depuis vers selon contre à au aux pendant
words VAGUE
    premier première deuxième second seconde dernier dernière précédent précédente suivant suivante option options idée
    version solution proposition approche alternative chose choses truc façon manière cas problème question réponse
    exemple partie moment instant fois tard tôt bientôt nouveau nouvelle nouvel vieux vieille bon bonne mauvais simple
    facile rapide pareil fais faites fait attendre attends voir regarde regarder essaie essayer deux trois un b c style
    genre sorte d'accord ok merci là
words SO
    donc
words AND
    et mais car donc parce ensuite puis
words NO
    pas
words AGAINST
    lieu plutôt pas place
words SCOPE
    dans pour en quand lorsque pendant avant après avec lors sur
words ME
    je j' mon ma mes moi
words RULE
    toujours jamais
words TRAIL
    merci svp stp ok s'il plaît te vous hein
words ANAPHOR
    lui leur y
words POINTER
    ça cela ceci ce celui-ci celle-ci

# -- Classes of words ----------------------------------------------------------------------------------------

words NOTHING
    ça cela ceci ce cet cette ces c' le la les l' que qu' quand comment si me te se ton ta tes votre vos ici là
words PRONOUN
    je j' tu il elle on nous vous ils elles ça cela ceci ce c' qui que qu' quoi me te se si non oui ici là y
words NOVERB
    je j' tu il elle on nous vous ils elles ça cela ceci ce c' qui que qu' le la les l' un une est a ai été eu vu
    entendu pensé marché fonctionné autant mieux pire pareil là ici plus moins et ou mais aussi encore échoue marche
    fonctionne plante arrive été dit fait cassé rien personne de
words NE
    ne n'
words ART
    le la les l' notre nos mon ma mes
words BAD
    faute coquille erreur erreurs bug problème sortie résultat réponse fichier ligne fonction méthode test tests message exception cause
    page bouton changement crash
words NOUN
    le la les l' un une notre je tu il elle on ça cela ce c' qui que ici erreur bug problème résultat message
words LIES
    est sont se vit vivent reste restent trouve trouvent trouvera
words PLACE
    sur dans à au sous chez en ici
words SERVICE
    confluence notion jira linear slack grafana datadog sentry figma miro trello asana github gitlab bitbucket kibana
    sharepoint onedrive dropbox 1password vault teams discord mattermost jenkins google_drive wiki
words LANGUAGE
    français anglais allemand espagnol italien portugais chinois japonais néerlandais
words JOB
    développeur développeuse ingénieur ingénieure programmeur programmeuse designer architecte étudiant étudiante
    professeur professeure chercheur chercheuse scientifique analyste administrateur administratrice indépendant freelance
    consultant consultante testeur testeuse stagiaire chef cheffe responsable directeur directrice médecin physicien
    biologiste mathématicien débutant débutante cto fondateur fondatrice alternant alternante enseignant enseignante dev
    data
words SYSTEM
    windows mac macos linux ubuntu debian fedora arch wsl
words DO
    utilise utilisez utiliser emploie employez écris écrivez écrire mets mettez mettre fais faites faire garde gardez
    réponds répondez répondre nomme nommez formate formatez exécute exécutez lance lancez lancer demande demandez
    demande-moi ajoute ajoutez ajouter préfère préférez prends prenez choisis teste testez vérifie vérifiez documente
    réponds-moi commente indente appelle écrives utilises fasses mettes répondes demandes lances ajoutes testes rédige
    rédiges vérifies
words SAYING
    dit disait disent écrit écrivait affirme affirmait suggère suggérait recommande recommandait mentionne insiste pense
    raconte conseille propose demande prétend
words DAY
    lundi lundis mardi mardis mercredi mercredis jeudi jeudis vendredi vendredis samedi samedis dimanche dimanches semaine
    semaines jour jours mois matin soir quotidien hebdomadaire

# -- What stands before a statement --------------------------------------------------------------------------

lead -
    ok|d'accord|bon|bien|alors|donc|et|mais|ah|oh|salut|bonjour|merci|super|parfait|génial|oui|s'il_te_plaît|s'il_vous_plaît
    svp|stp|au_fait|d'ailleurs|aussi|également|de_plus|en_général|en_règle_générale|enfin|finalement|premièrement|important
    claude|agent|assistant|équipe|comme_tu_sais|comme_dit|pour_info|pour_information|contexte|car|parce_que|sinon|s'_il_te_plaît
    s'_il_vous_plaît|bref|globalement|petite_précision
    je veux|voudrais|souhaite|aimerais que tu|vous
    il est important|essentiel que
    assure-toi|assurez-vous|veille|veillez|pense|pensez de|à|que
    tu|vous dois|devez|peux|pouvez
    après mûre|longue|une_longue? réflexion|discussion
    une|petit|petite|rapide? remarque|rappel|note|précision
lead correct
    non|faux|incorrect|erreur|attends|attendez|pardon|correction|en_fait|en_réalité|plutôt|nan|désolé|désolée
    c'|ce_n'|ça|cela est|n'est pas? faux|incorrect|correct|vrai|ça|exact|bon
    c' est_faux|est_incorrect|n'est_pas_ça|est_pas_ça|est_pas_bon|est_pas_correct
    ce n' est pas correct|vrai|ça|exact|bon|juste
    petite|rapide correction
    pas tout_à_fait|exactement|vraiment
    tu_te_trompes|vous_vous_trompez|je_me_suis_trompé|je_voulais_dire|changement_de_plan
    je t'|te|vous|l' ai? déjà? dit|demandé|avais_dit de|que|qu'?
lead keep
    rappelle-toi|rappelez-vous|souviens-toi|souvenez-vous|retiens|retenez|mémorise|note|notez|noter|garde bien|ceci|ça? que|qu'|:
    rappelle-toi|rappelez-vous|souviens-toi|souvenez-vous|retiens|mémorise|note bien|ceci|ça? ,|:?
    n'|ne oublie|oubliez|oublions pas|jamais que|qu'|:
    oublie|oubliez pas que|qu'|:
    garde|gardez|garder bien? en tête|mémoire|à_l'_esprit que|qu'|:?
    garde|gardez bien? à l' esprit que|qu'|:?
    sache|sachez que|qu'
    pour_référence|pour_mémoire|pour_la_prochaine_fois|pour_plus_tard|pour_rappel|pour_le_futur|à_noter|à_retenir|pour_référence_future
    bon|utile|important à savoir|retenir|noter :|,? que?
    il faut|faudrait savoir|retenir|noter que|qu'
    enregistre|sauvegarde|mets en|dans mémoire|la_mémoire|ta_mémoire que|qu'|:?
lead decide
    la|notre? décision|conclusion finale? :
lead keep
    .. règles|conventions|préférences|consignes .. :
lead always
    à_partir_de maintenant|aujourd'hui|ce_jour
    à_partir_d' aujourd'hui
    désormais|dorénavant|à_l'_avenir|à_compter_de_maintenant|dès_maintenant|à_présent|la_prochaine_fois|à_partir_de_là
    à l' avenir

scope
    SCOPE .. ,
    dans|pour|sur ce|notre|le|cette|la projet|repo|dépôt|équipe|code|application
    dans|pour|en * ,

# -- Preferences ---------------------------------------------------------------------------------------------

form user prefer
    je veux|voudrais|souhaite des|de|d' .. messages|réponses|commits|commentaires|fonctions|explications|noms
    je veux|voudrais|souhaite des|de|d' messages|réponses|commits|commentaires|fonctions|explications|noms
    je|j' préfère|préférerais|préfèrerais quand|que|qu'|si?
    je|j' préfère|préférerais|préfèrerais
    moi ,? je préfère
    j' aime|adore|apprécie mieux|plus|beaucoup|bien? quand|lorsque|que
    j' aime|adore|apprécie mieux|plus|beaucoup|bien? les|des|utiliser|avoir|travailler|écrire|mon|mes *
    je|j' NE? aime|supporte|apprécie pas|plus quand|que|lorsque
    je|j' NE? aime|supporte|apprécie pas|plus les|des|le|la *
    je déteste quand|que?
    je hais|déteste|deteste !NOTHING
    je déteste les|le|la *
    ma|mes préférence|préférences est|sont|va|vont
    mon|ma .. préféré|préférée|favori|favorite est
    j' ai l' habitude|tendance de|d'|à
    je suis habitué|habituée à
    je suis plus? à_l'_aise|à_l'aise avec|en
    j'|je utilise|travaille|écris|code|programme toujours|généralement|habituellement|d'habitude|principalement|surtout
    je NE? veux pas|plus|jamais de|d'|voir|que
    je trouve !NOTHING .. plus lisible|clair|simple|claire|agréable

# -- The person ----------------------------------------------------------------------------------------------

form user fact
    je suis .. JOB
    je suis JOB
    je suis daltonien|daltonienne|dyslexique|gaucher|gauchère|aveugle|sourd|végétarien|végétarienne
    je m' appelle
    mon|ma nom|prénom|rôle|poste|fuseau|éditeur|email|langue|chef|cheffe|équipe|métier .. est|s'appelle
    appelle-moi|appelez-moi
    je travaille comme|en_tant_que|chez|pour|dans|à|depuis|principalement|en|avec
    j' habite|vis
    je vis|réside à|en|au
    j' ai .. ans d' expérience
    j' ai un|une daltonisme|dyslexie|tdah|déficience
    je|j' parle|lis .. LANGUAGE
    je NE? parle|lis pas LANGUAGE
    je suis responsable|chargé|chargée|en_charge de|du|des|d'
    je suis basé|basée à|en|au
    je suis nouveau|nouvelle en|dans|sur|avec
    je suis|travaille sur|sous SYSTEM
    je code|programme|développe depuis|en|avec|surtout
    j' utilise !NOTHING
    je|j' NE? connais|maîtrise pas|peu !POINTER
    je maintiens|dirige|gère !PRONOUN

# -- Rules ---------------------------------------------------------------------------------------------------

form feedback rule
    toujours !NOVERB
    !PRONOUN .. toujours en LANGUAGE
    NE !PRONOUN à|de? rien
    tutoie-moi|vouvoie-moi|tutoyez-moi|vouvoyez-moi
    ne|n' jamais !NOVERB
    NE !PRONOUN jamais !POINTER
    NE !PRONOUN plus !NOTHING
    NE !PRONOUN pas !NOTHING
    NE pas !NOVERB
    jamais de|d' !NOTHING
    DO|commite|pousse|déploie toujours|uniquement|exclusivement|systématiquement|seulement|jamais
    DO .. toujours|systématiquement .|$|,
    DO .. au_lieu_de|au_lieu_d'|au_lieu_du|plutôt_que|à_la_place_de|au_lieu_des
    DO .. , pas|jamais|et_non !NOTHING
    DO * , pas|et_pas !NOTHING
    DO .. pas_de|pas_d' * .|$
    DO .. pour_tous|pour_toutes|pour_chaque|dans_tous|dans_toutes|dans_chaque|avant_chaque|après_chaque|par_défaut|partout
    DO .. avant de|chaque|tout|d'|le !NOTHING
    pas de|d' !NOTHING
    plus de|d' !NOTHING .. dans|svp|s'il
    évite|évitez|éviter de|d'|les|le|la|l'? !NOTHING
    arrête|arrêtez|cesse|cessez de|d' !NOTHING
    réponds|répondez|écris|écrivez|parle|réponds-moi|rédige .. en LANGUAGE
    réponds|répondez|écris|écrivez|parle|réponds-moi|rédige en LANGUAGE
    il|faut faut? toujours|jamais|systématiquement
    il NE? faut jamais|pas|toujours
    on NE? doit jamais|pas|toujours|plus
    tu|vous NE? dois|devez|peux|pouvez jamais|toujours|pas
    demande-moi|demandez-moi|demande|consulte-moi|préviens-moi toujours|d'abord|avant|confirmation|la_permission
    quand|lorsque|chaque_fois_que|dès_que tu .. , !PRONOUN
    avant|après de|d'|chaque|tout .. , DO|toujours|ne|n'|jamais
    garde|gardez|fais|rédige|écris tes|les|des|vos|mes réponses|commits|fonctions|messages|explications .. courtes|courts|brefs|brèves|concises
    sois|reste plus? bref|concis|concise|direct|directe|succinct
    préfère|préférez|privilégie|privilégiez !NOTHING
    en|sous aucun cas|prétexte
    seulement|uniquement utilise|écris
    utilise|utilisez|utiliser uniquement|seulement|exclusivement|toujours

# -- Decisions and conventions -------------------------------------------------------------------------------

form project choose
    on|nous|j'|je avons|a|ai finalement|donc|tous|collectivement|déjà? décidé|choisi|convenu|opté|retenu|adopté|tranché|acté
    l'|notre équipe|entreprise|société a finalement? décidé|choisi|opté|adopté|retenu
    il a été décidé|convenu|acté
    c'|décision est décidé :|,
    on|nous va|allons utiliser|partir|rester|prendre|adopter|migrer|garder|déployer|passer|continuer
    allons|partons|restons|continuons avec|sur !NOTHING
    on part|reste|continue|partira|restera avec|sur|à !NOTHING
    on|nous utilisera|utiliserons|prendra|prendrons|adoptera|gardera|garderons|déploiera|passera|migrera !NOTHING
    utilisons|adoptons|gardons|prenons !NOTHING
    on|nous utilise|utilisons|emploie|employons|déploie|déployons|suit|suivons|héberge|écrit|écrivons|publie|stocke|stockons|versionne !POINTER
    on|nous NE? utilise|utilisons|déploie|déployons|supporte|supportons|fait|faisons|commit|merge pas|jamais|plus|que|toujours
    on|nous est|sommes passés|passé de|à
    on|nous a|avons migré|basculé|changé de|d'|vers .. à|vers
    on|nous passe|passons|migre|migrons .. de|à|vers
    la|notre décision|choix .. est
    la|notre|le choix|décision est|:
    on|nous s'_est|nous_sommes mis|accordés|entendus d'|pour|sur
    on est|était tombés d'
    pour|dans|comme .. on|nous utilise|utilisons|utilisera|prend|prendra !NOTHING
form project rule
    tous|toutes|tout|toute|chaque .. a|ont|nécessite|nécessitent|requiert|requièrent|suit|suivent|utilise|utilisent
    tous|toutes|tout|toute|chaque|aucun|aucune .. doit|doivent|peut|peuvent
    !PRONOUN .. doivent|doit toujours|jamais|être|suivre|avoir|inclure|passer|contenir|utiliser|commencer
    !PRONOUN .. ne doivent|doit|peuvent|peut
    !PRONOUN .. est|sont interdit|interdits|interdite|interdites|obligatoire|obligatoires|proscrit|proscrits
    il est interdit
form project fact
    notre|nos équipe|entreprise|client|clients|société|service !PRONOUN
    notre|nos * est|sont|utilise|utilisent|tourne|tournent|a|ont|s'_appelle|nécessite|déploie
    notre|nos * * est|sont|utilise|utilisent|tourne|tournent|a|ont|s'_appelle|nécessite|déploie
    le|ce|notre projet|dépôt|repo|monorepo utilise|nécessite|supporte|suit|cible|est_écrit
    les|nos déploiements|releases|livraisons sont|ont_lieu|se_font|partent .. DAY
    la|notre|le date_limite|échéance|deadline|convention|règle|norme|politique .. est
    !PRONOUN est responsable|chargé|chargée|en_charge|le_responsable de|du|des

# -- Where things are ----------------------------------------------------------------------------------------

form reference place
    ART !BAD .. LIES .. URL|PATH|CHANNEL
    ART !BAD LIES .. URL|PATH|CHANNEL|TICKET
    ART !BAD LIES .. PLACE le|la|l'|notre? SERVICE
    ART !BAD .. LIES .. PLACE le|la|l'|notre? SERVICE
    ART .. ticket|lien|url|canal|tableau|adresse|endpoint|salon .. est|: URL|TICKET|CHANNEL|CODE|PATH
    !NOUN .. LIES PLACE le|la|l'? URL|PATH|SERVICE|CHANNEL
    !NOUN .. sont|est suivis|suivi|documentés|documenté|gérés|géré|stockés|hébergés|hébergé|tracés|enregistrés .. URL|PATH|SERVICE
    tu|vous|on peux|pouvez|peut trouver .. URL|PATH|SERVICE
    tu|vous|on trouveras|trouverez .. URL|PATH|SERVICE
    pour .. , voir|consulte|consultez|regarde|va_voir|lis|voyez .. URL|PATH|SERVICE|CODE
    voir URL|PATH .. pour
    voici|voilà ART .. : URL
    !NOUN : URL|TICKET
    !NOUN * : URL|TICKET
    !NOUN * * : URL|TICKET
    demande|contacte|adresse-toi|écris|vois à|avec? NAME pour|sur|au_sujet|si|avant

# -- Corrections: forms only after "non", "en fait", "c'est faux" ----------------------------------------------

fix feedback rule
    DO !NOTHING
    NE !PRONOUN pas !NOTHING
    pas de|d' !NOTHING
fix feedback fact
    c' est .. , pas|non_pas|et_non
    c' est .. et_non|et_pas|pas !NOTHING
    ART !BAD .. est|sont|utilise|tourne|écoute|s'_appelle .. NUMBER|CODE|URL|PATH|TERM
    ART !BAD .. est|sont|utilise|tourne|écoute|s'_appelle .. , pas|et_non
    ART !BAD .. s' appelle|appellent
    ce n' est pas .. , c' est
    !NOTHING , pas !NOTHING

# -- What is no memory ---------------------------------------------------------------------------------------

not moment
    pour_l'_instant|pour_le_moment|aujourd'hui|en_ce_moment|temporairement|provisoirement|cette_fois|demain|hier|actuellement
    pour l' instant
    juste cette_fois|pour_aujourd'hui|une_fois
    cette|ce semaine|mois|matin|soir|après-midi|fois
    pas_encore|en_attendant|tout_de_suite|dans_un_premier_temps|pour_tester|provisoire|temporaire|pour_commencer
    dans|pour|avec|sur|de ce|cet|cette test|cas|exemple|fichier|fonction|branche|pr|commit|session|étape|tâche|ticket|script
    dans|pour|avec|sur|de ce|cet|cette prototype|démo|classe|méthode|expérience|ligne|boucle|bug|page
    jusqu' à|au|ce
not doubt
    peut-être|éventuellement|probablement|possiblement|sans_doute|hypothétiquement|théoriquement|apparemment
    pourrait|pourrions|pourrais|pourriez|devrait|devrions|serait|aurait|faudrait|utilisait|utiliserait|seraient
    et_si|supposons|imagine|imaginons|admettons|disons|je_ne_sais|je_sais_pas|pas_sûr|pas_sûre|je_me_demande|je_doute
    je_pense_que|je_pense_qu'|je_crois_que|je_crois_qu'|j'_hésite|on_hésite|ça_dépend|si_seulement|en_théorie|semble
not doubt prefer,choose,fact,place
    si|s'il|s'ils|au_cas_où|à_moins
not doubt rule
    ^ si
    si_on|s'il|si_j'|si_je|si_elle
not report
    il|elle|ils|elles|quelqu'un|chef|cheffe|collègue|gens SAYING
    * dit|disait|disent|écrit|affirme|suggère|recommande|mentionne|conseille|prétend que|qu'|de|d'|:|toujours|jamais|,
    a_dit|a_écrit|ont_dit|m'_a_dit|m'_a_demandé
    selon|d'après|citation|je_cite|paraît-il|il_paraît|on_dit|j'_ai_lu|j'_ai_entendu
    il|elle|ils|elles|collègue|certains|beaucoup|autres préfère|préfèrent|utilise|utilisent|veut|veulent|aime|aiment
not example
    par_exemple|p.ex|exemple|imagine|fais_semblant|jeu_de_rôle|blague|poème|histoire|roman|personnage|conte|chanson
    traduis|traduisez|reformule|résume|phrase
not secret prefer,rule,choose,fact
    mot_de_passe|jeton|token|clé|pin|identifiants|secret est|sont|:|=
not past
    avant_j'|avant_on|autrefois|l'_année_dernière|la_semaine_dernière|il_y_a_longtemps|jadis|à_l'_époque
not negated
    NE? retiens|note|mémorise|enregistre|sauvegarde pas|rien
not trouble
    ne_marche_pas|ne_fonctionne_pas|marche_pas|fonctionne_pas|est_cassé|plante|bloqué
not trouble prefer,choose,fact,place
    erreur|cassé|cassée|échoue|échouent|lent|lents|lente|lentes|en_panne|vide|manque|bizarre|toujours_pas
not idiom
    comme_toujours|pour_toujours|pas_de_problème|pas_de_souci|pas_de_soucis|n'_importe|pas_grave|depuis_toujours

ask
    est-ce|qu'est-ce|pourquoi|comment|combien|quel|quelle|quels|quelles|qui|où|quand_est-ce
    devrait-on|devrions-nous|peux-tu|pouvez-vous|pourrais-tu|pourriez-vous|préfères-tu|préférez-vous|faut-il|dois-je|as-tu
    est-il|est-elle|y_a-t-il|tu_préfères|vous_préférez|tu_peux|vous_pouvez|penses-tu

tail
    et|donc|alors|mais? peux-tu|pourrais-tu|pouvez-vous|pourriez-vous|tu_peux
    merci|vas-y|allez-y
    s'il_te_plaît|s'il_vous_plaît|svp|stp

paste
    sortie|log|logs|trace|erreur|erreurs|message|mail|e-mail|readme|article|document|texte|code|diff|patch|réponse .. :
    commentaire|configuration|contenu|résultat|rapport|citation|modèle|prompt|extrait .. :
    ci-dessous|suivant|suivante|dit|écrit|comme_suit|voici :
    traduis|résume|corrige|relis|explique|améliore .. :

drop
    NE? retiens|note|notez|mémorise|enregistre|sauvegarde|souviens-toi pas|rien ça|cela|ceci|de_ça|de_cela|de?
    ne pas retenir|noter|enregistrer|mémoriser
    c' est|était une? blague|plaisanterie|test
    je plaisante|rigole
    oublie|ignore ce_que_j'|ce_que_je|ça|cela
"""
