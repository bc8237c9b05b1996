"""The most common attacks in further languages: Portuguese, Italian, Dutch, Russian, Korean.

Only setting instructions aside and keeping something from the user: what every collection of attacks has in every
language. The form of the table is explained in `policies.wording`.
"""

from policies.wording import Table

__all__ = ["TABLE"]

_FILLERS = """
    as os o a um uma de da do das dos suas seus todas todos por favor le i gli il lo la tutte tutti di del della
    delle tue de het een alle je jouw все всех твои ваши 를 을 은 는 이 가 의 에 게
"""

_CLASSES = """
neg: nao nunca non mai niet nooit не
pt_ignore: ignore ignora ignorar esqueca desconsidere desobedeca
pt_rules: instrucoes regras diretrizes ordens orientacoes
pt_previous: anteriores previas acima sistema originais
pt_user: usuario utilizador usuaria ninguem
it_ignore: ignora ignorare ignorate dimentica dimenticate trascura disattendi
it_rules: istruzioni regole direttive indicazioni
it_previous: precedenti sistema sopra originali
it_user: utente utenti nessuno
nl_ignore: negeer vergeet negeren
nl_rules: instructies regels opdrachten richtlijnen
nl_previous: vorige eerdere voorgaande bovenstaande systeem
nl_user: gebruiker niemand
ru_ignore: игнорируй* игнорировать забудь* проигнорируй* отбрось*
ru_previous: предыдущ* прежн* ранее вышеуказанн* системн* прошлы*
ru_rules: инструкци* указани* правил* команд* ограничени*
ru_user: пользовател* никому
ko_previous: 이전 앞 모든 위 시스템 기존
ko_rules: 지시 명령 규칙 지침 프롬프트
ko_ignore: 무시 잊어 잊으
ko_user: 사용자 아무에게 누구
"""

_RULES = """
override     -neg pt_ignore 2 pt_rules 2 pt_previous
override     -neg it_ignore 2 it_rules 1 it_previous
override     -neg it_ignore 2 it_previous 1 it_rules
override     -neg nl_ignore 2 nl_previous 1 nl_rules
override     -neg ru_ignore 2 ru_previous 2 ru_rules
override     ko_previous 6 ko_rules 6 ko_ignore
concealment  nao|nunca 1 conte|diga|informe|revele|mencione 4 pt_user
concealment  sem_o_conhecimento|sem_informar|sem_avisar|sem_perguntar 2 pt_user
concealment  non|mai 1 dire|dirlo|rivelare|informare|menzionare 4 it_user
concealment  all_insaputa|di_nascosto
concealment  vertel|zeg|meld 3 nl_user 2 niet|niets|nooit
concealment  vertel|zeg 1 niemand
concealment  zonder_medeweten
concealment  не 1 говори*|сообщай*|рассказывай*|упоминай* 3 ru_user
concealment  втайне_от|без_ведома 2 ru_user
concealment  ko_user 6 말하지|알리지|언급하지|보여주지
standing
                 a_partir_de_agora|de_agora_em_diante|d_ora_in_poi|da_ora_in_poi|vanaf_nu|с_этого_момента|отныне|지금부터|앞으로
standing     ^ sempre|altijd|nooit|всегда|никогда
standing     항상
"""

TABLE = Table(_FILLERS, _CLASSES, _RULES)
