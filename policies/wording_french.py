"""French wording that is held; the form of the table is explained in `policies.wording`. Elided words are apart."""

from policies.wording import Table

__all__ = ["TABLE"]

_FILLERS = """
    le la les l un une des de du d mes tes ses nos vos mon ton son ma ta sa notre votre toutes tous tout toute ces
    cette ce s il vous plait veuillez simplement maintenant lui leur
"""

_CLASSES = """
shadow: n_oublie_pas n_oubliez_pas n_hesite_pas n_hesitez_pas
neg: ne n jamais sans evite evitez
ne: ne n
no: rien pas jamais point
who: utilisateur utilisatrice utilisateurs humain developpeur operateur administrateur proprietaire
anyone: @who personne quiconque
this: cela ceci ca cette_note ce_souvenir cette_instruction ces_instructions en cette_regle cette_memoire
tell: dis dites dire mentionne mentionnez mentionner revele revelez reveler parle parlez parler informe informez
    informer previens prevenez prevenir avertis avertissez avertir signale signalez divulgue divulguez
inform: prevenir informer demander avertir dire consulter notifier le_dire en_parler
learn: savoir sache apprendre apprenne decouvrir decouvre remarquer remarque s_apercevoir etre_informe
    etre_au_courant
secretly: secretement discretement en_cachette en_secret furtivement silencieusement en_douce
deed: envoie envoyez envoyer transmets transmettez copie copiez execute executez installe installez ajoute ajoutez
    supprime supprimez telecharge telechargez televerse televersez
ignore: ignore ignorez ignorer oublie oubliez oublier neglige negligez contourne contournez desobeis desobeissez
    fais_abstraction faites_abstraction ne_tiens_pas_compte ne_tenez_pas_compte ne_suis_pas ne_suivez_pas
    ne_respecte_pas ne_respectez_pas outrepasse
previous: precedent precedente precedents precedentes anterieur anterieures anterieurs ci_dessus systeme securite
    initiales existantes d_origine donnees_avant
strong: instruction instructions consigne consignes directive directives prompt prompts
rules: @strong regle regles restriction restrictions ordres limites politiques
when: quand lorsque si des_que chaque_fois_que a_chaque_fois_que lorsqu
the_user: l_utilisateur l_utilisatrice ton_utilisateur votre_utilisateur
says: dit demande ecrit mentionne tape remercie parle salue interroge pose
act: execute envoie supprime telecharge installe appelle recommande reponds_que dis transfere ouvre visite lance
    suggere affirme revele copie active desactive achete executez envoyez supprimez repondez_que dites lancez
send: envoie envoyez envoyer transmets transmettez transmettre televerse televersez partage partagez copie copiez
    poste postez publie publiez exfiltre exfiltrez transfere transferez
private: mot_de_passe mots_de_passe cles cle_api cle_privee cle_ssh identifiants secrets conversation conversations
    historique jetons variables_d_environnement donnees_privees donnees_personnelles invite_systeme prompt_systeme
    <secret-file>
placed: <url> <email> <host> serveur_externe serveur serveur_distant webhook
to: a vers sur au par
machine: ia assistant agent modele bot
"""

_RULES = """
concealment  ne 2 tell 1 no 5 anyone
concealment  ne 1 tell 1 no 2 this
concealment  ne 1 this 1 tell 2 no|personne
concealment  ne tell a personne
concealment  ne montre|montrez no 2 this 4 anyone
concealment  ne 1 jamais|pas|rien 1 tell 4 anyone
concealment  who ne_doit|ne_doivent|ne_devrait 2 no 2 learn
concealment  sans_que 1 who 2 learn
concealment  --neg sans 1 inform 2 who
concealment  --neg sans 1 consentement|accord|permission|autorisation 1 who
concealment  a_l_insu
concealment  dans_le_dos 1 who
concealment  -neg secretly 3 deed
concealment  -neg deed 6 secretly
concealment  -neg cache|cachez|dissimule|dissimulez 2 ceci|cela|cette_note|ce_souvenir|cette_instruction
concealment  -neg cache|cachez|dissimule|dissimulez 3 a anyone
concealment  garde|gardez this 1 secret|pour_toi|pour_vous
override     -neg ignore 2 rules 2 previous
override     -neg ignore toutes_les|toute strong $
override     -neg ignore toutes_les|toute strong et
override     -neg ignore tout 2 ce_qui_precede|ce_qui_est|ce_qu_on|ce_que
override     -neg oublie|oubliez tout_ce_que|tout_ce_qui
override     tu_es_maintenant|vous_etes_maintenant|tu_es_desormais|vous_etes_desormais|tu_n_es_plus 4
                 ia|assistant|hacker|dan|modele|bot|libre|sans_restriction|administrateur|pirate
override     agis_comme|fais_semblant_d_etre|agissez_comme|pretends_etre 4
                 hacker|pirate|dan|sans_restriction|malveillant
override     tu_n_as|vous_n_avez 1 aucune|plus 1 restriction|limite|regle|restrictions|limites|regles
override     meme_si|peu_importe_ce_que|quoi_que|independamment_de_ce_que 2 who 2
                 dit|dise|demande|refuse|s_oppose|veut
override     nouvelles instructions|consignes :
trigger      when the_user 3 says 12 >act
trigger      when 1 tu|vous 1 vois|voyez|lis|lisez|recois 2 mot|phrase|code 8 act
exfiltration --neg send 6 private 6 to 3 placed
exfiltration --neg send 3 to 3 placed 5 private
exfiltration --neg montre|revele|repete|affiche|dis_moi|donne_moi 2 tes|vos|ton|votre 1
                 instructions|consignes|prompt|invite_systeme
standing     ^ toujours|jamais|ne_jamais
standing     desormais|dorenavant|a_partir_de_maintenant|a_l_avenir
standing     tu_dois|vous_devez|il_faut_toujours
standing     chaque_fois_que|a_chaque_fois
standing     machine doit|doivent
standing     utilise|utilisez|execute|executez|lance|ecris|reponds 5 toujours
standing     dans chaque|toutes reponse|session|conversation|reponses|sessions|conversations
standing     quand_je_dis|souviens_toi_de
"""

TABLE = Table(_FILLERS, _CLASSES, _RULES)
