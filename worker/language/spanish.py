"""Spanish: how people state preferences, rules, decisions, facts and places, and how they state none.

The form of this table is explained in `worker.language.table`, that of its rows in `worker.language.matcher`.
Accents are often left out in a chat, so words are given with and without.
"""

__all__ = ["TABLE"]

TABLE = """
# -- Words that say nothing by themselves --------------------------------------------------------------------

words EMPTY
    el la los las lo un una unos unas yo tú tu él ella ello nosotros nosotras vosotros ustedes ellos ellas me te se nos
    os le les mi mis tus su sus nuestro nuestra nuestros nuestras este esta esto estos estas ese esa eso esos esas aquel
    es son era eran ser fue está están esta estaba estamos soy eres somos hay ha he han hemos haber había que qué quien
    cual cómo como cuando cuándo dónde donde y o u e pero porque pues si sí no nunca jamás jamas siempre por favor
    solo sólo solamente también tambien muy más mas menos ya aún aun todavía prefiero preferimos preferiría gusta gustan
    usa use usar usamos uso utiliza utilizar utilizamos utilizo emplea recuerda recuerde recordar acuérdate ten tenga
    cuenta decidido decidimos decidí acordado acordamos vamos vez lugar ahora partir adelante así asi entonces bien
    mejor quiero quisiera necesito todo toda todos todas cada algo nada alguien nadie otro otra otros otras mismo misma
    llama llamo llaman nuestro encuentra encuentran ubicado ubicada guarda guardan olvides olvide olvidar anota nota deja
    dejar debe deben debes debemos evita evitar decisión hacer
words LINK
    en para con sobre de del al a por entre desde hasta sin antes después tras según contra bajo ante
words VAGUE
    primero primera segundo segunda último última anterior siguiente opción opciones idea versión propuesta solución
    alternativa cosa cosas manera forma caso problema pregunta respuesta ejemplo parte momento rato tarde luego pronto
    nuevo nueva viejo vieja bueno buena malo mala igual fácil simple rápido haz hacerlo hace hacen hecho va vas voy ir
    esperar espera mirar mira probar prueba dos tres uno b c ambos ambas estilo tipo vale claro mal
words SO
    entonces
words AND
    y e pero porque pues entonces además
words NO
    no ni
words AGAINST
    lugar vez sobre no ni sino
words SCOPE
    en para cuando con durante antes después al dentro mientras
words ME
    yo mi mis me soy tengo trabajo vivo
words RULE
    siempre nunca jamás jamas
words TRAIL
    gracias vale ok favor por
words ANAPHOR
    lo ello él ella
words POINTER
    esto eso este esta ese esa estos estas

# -- Classes of words ----------------------------------------------------------------------------------------

words NOTHING
    esto eso este esta ese esa estos estas esos esas lo que el aquí ahí así me te se nos si cómo como
words PRONOUN
    yo tú él ella ello nosotros ustedes ellos ellas esto eso este esta ese esa que qué quien quién cómo lo se me te si
    no sí aquí ahí hay
words NOVERB
    yo tú él ella ello nosotros ustedes ellos ellas esto eso este esta ese esa que qué quién lo se me te le les nos si no
    sí aquí ahí hay he ha han hemos había habían es son está están era fue falla fallan falló funciona funcionan da dan
    sale salen pasa pasan ocurre ocurren sucede mejor más visto oído pensé cae rompe olvida sabe puede quiso hubo el la
    los las un una mi gracias es igual
words NEVER
    nunca jamás jamas
words ART
    el la los las nuestro nuestra nuestros nuestras mi mis todos todas
words BAD
    errata erratas error errores fallo bug problema salida resultado respuesta archivo fichero línea función método prueba pruebas test
    mensaje excepción causa página botón cambio
words NOUN
    el la los las nuestro nuestra un una yo tú él ella esto eso este esta ese esa que quien aquí error fallo bug
    problema resultado mensaje cambio
words LIES
    está están esta estan es son vive viven queda quedan encuentra encuentran se
words PLACE
    en a bajo dentro_de
words SERVICE
    confluence notion jira linear slack grafana datadog sentry figma miro trello asana github gitlab bitbucket kibana
    sharepoint onedrive dropbox 1password vault teams discord mattermost jenkins google_drive wiki
words LANGUAGE
    español castellano inglés ingles alemán francés italiano portugués chino japonés catalán gallego euskera
words JOB
    desarrollador desarrolladora ingeniero ingeniera programador programadora diseñador diseñadora arquitecto arquitecta
    estudiante profesor profesora investigador investigadora científico científica analista administrador administradora
    autónomo freelance consultor consultora tester becario becaria jefe jefa líder director directora médico médica
    físico física biólogo matemático principiante novato novata cto fundador fundadora responsable gerente dev
words SYSTEM
    windows mac macos linux ubuntu debian fedora arch wsl
words DO
    usa use usad utiliza utilice emplea escribe escriba pon ponga haz mantén responde responda contesta contesta nombra
    formatea ejecuta corre pregunta pregúntame añade agrega incluye prefiere elige llama
words DONOT
    uses use usen usar utilices utilice utilizar emplees escribas escriba escribir pongas ponga poner añadas añada añadir
    agregues agregue agregar hagas haga hacer borres borre borrar elimines elimine eliminar toques toque tocar cambies
    cambie modifiques modifique subas suba hagas mezcles mezcle fusiones instales instale generes genere crees cree
    incluyas incluya incluir hardcodees mockees simules comentes respondas responda expliques metas commitees commitear
    pushees pushear despliegues despliegue desplegar ejecutes ejecute
words SAYING
    dice dijo dicen dijeron dicho comenta comentó escribe escribió afirma afirmó sugiere sugirió recomienda recomendó
    menciona mencionó insiste insistió opina asegura propuso propone pide pidió
words DAY
    lunes martes miércoles jueves viernes sábado sábados domingo domingos semana semanas día días mes meses mañana noche
    diario semanal mensual

# -- What stands before a statement --------------------------------------------------------------------------

lead -
    ok|okay|vale|bueno|bien|perfecto|genial|claro|hola|oye|gracias|pues|entonces|además|ademas|también|y|pero|sí|por_favor
    por_cierto|una_cosa_más|otra_cosa|en_general|como_regla_general|finalmente|primero|segundo|importante|pd|porque
    claude|agente|asistente|equipo|como_sabes|como_dije|como_comentamos|para_tu_información|para_que_conste|contexto
    quiero|quisiera|me_gustaría|necesito|espero que
    es importante|esencial|fundamental que
    asegúrate|asegurate|procura|trata|intenta de que?
    debes|tienes_que|puedes|has_de
    tras|después_de mucho|mucha|largo|larga discutirlo|debate|discusión|pensarlo
    una? pequeña|pequeño|rápida? nota|aviso|recordatorio
lead correct
    no ,|.|:|—|!
    falso|incorrecto|mal|error|espera|perdón|corrección|en_realidad|de_hecho|realmente|nop|perdona
    eso|esto no es correcto|así|cierto|verdad
    eso|esto es|está incorrecto|falso|mal|equivocado
    está|esta mal|equivocado
    una? pequeña|rápida corrección
    no_es_así|te_equivocas|estás_equivocado|me_equivoqué|quise_decir|quería_decir|mejor_dicho|no_exactamente|cambio_de_planes
    ya? te|os dije|he_dicho|pedí|había_dicho|he_pedido que?
lead keep
    recuerda|recuerde|recordad|acuérdate|acuerdate|memoriza|anota|apunta|nota|guarda esto|lo_siguiente|bien? :
    recuerda|recuerde|recordad|memoriza|anota|apunta|acuérdate_de|acuerdate_de|nota|guarda esto|bien? ,|:? que
    recuerda|recuerde|memoriza|apunta|anota esto|lo_siguiente? ,|:?
    ten|tenga|tened|tener en|presente cuenta? que|:|lo_siguiente?
    ten|tenga en_cuenta|en_mente|presente que|:|lo_siguiente?
    no te? olvides|olvide|olvidéis que|:
    para_futuras_referencias|para_el_futuro|para_la_próxima|para_la_proxima|para_recordar|para_referencia|para_futura_referencia
    debes_saber|tienes_que_saber|has_de_saber|conviene_recordar|cabe_recordar|vale_la_pena_recordar|es_bueno_saber que
    guarda|guárdalo|guardar en|en_la|en_tu memoria que|:?
lead decide
    la|nuestra? decisión|conclusión final? :
lead keep
    .. reglas|convenciones|preferencias|normas|directrices .. :
lead always
    a_partir_de ahora|hoy|este_momento|ya
    de_ahora_en_adelante|desde_ahora|de_aquí_en_adelante|en_adelante|en_el_futuro|en_lo_sucesivo|desde_hoy
    la_próxima_vez|la_proxima_vez|de_hoy_en_adelante

scope
    SCOPE .. ,
    en|para este|nuestro|el|esta|nuestra|la proyecto|repo|repositorio|equipo|código|base_de_código
    en|para * ,

# -- Preferences ---------------------------------------------------------------------------------------------

form user prefer
    quiero|prefiero|me_gustan !NOTHING .. mensajes|respuestas|commits|comentarios|funciones|explicaciones|nombres
    quiero|prefiero mensajes|respuestas|commits|comentarios|funciones|explicaciones|nombres
    yo? prefiero|preferiría que|si|cuando?
    yo? prefiero|preferiría
    a_mí? me gusta|gustan|encanta|encantan más|mas !NOTHING
    a_mí? me gusta|gustan|encanta|encantan que
    a_mí? me gusta|gustan|encanta|encantan !NOTHING
    a_mí? no_me gusta|gustan|agrada que|cuando
    no me gusta|gustan|agrada que|cuando
    no me gusta|gustan|agrada !NOTHING
    me molesta|molestan|desagrada|desagradan que?
    odio|detesto que|cuando?
    odio|detesto !NOTHING
    mi|mis preferencia|preferencias es|son
    mi .. preferido|preferida|favorito|favorita es
    suelo|acostumbro !NOTHING
    normalmente|generalmente|habitualmente uso|trabajo|escribo|prefiero|programo|utilizo
    siempre uso|trabajo|escribo|utilizo|programo
    estoy acostumbrado|acostumbrada a
    me siento|resulta más cómodo|cómoda|fácil con|en|usar
    no quiero que|ver|usar|tener
    no quiero !NOTHING

# -- The person ----------------------------------------------------------------------------------------------

form user fact
    yo? soy JOB
    yo? soy un|una|el|la? .. JOB
    yo? soy daltónico|daltónica|disléxico|disléxica|zurdo|zurda|ciego|sorda|vegetariano|vegetariana|nuevo_en|nueva_en|de
    me llamo
    mi nombre|rol|puesto|zona_horaria|editor|correo|email|idioma_materno|lengua_materna|jefe|jefa|equipo es|se_llama
    llámame|llamame|puedes_llamarme
    yo? trabajo como|de|en|para|desde|principalmente|con
    yo? vivo|resido en
    tengo NUMBER|diez|veinte|muchos|varios años de
    tengo daltonismo|dislexia|tdah
    llevo .. años|meses programando|trabajando|usando|escribiendo|desarrollando|con
    hablo .. LANGUAGE
    no hablo|leo .. LANGUAGE
    soy responsable|encargado|encargada de
    estoy a_cargo|basado|basada de|en
    uso|utilizo !NOTHING como|en|para|con|con_un
    uso|utilizo SYSTEM
    no conozco|domino|manejo .. bien|mucho|nada
    no conozco|domino|manejo bien|mucho !NOTHING
    mantengo|dirijo|lidero !NOTHING

# -- Rules ---------------------------------------------------------------------------------------------------

form feedback rule
    siempre !NOVERB
    NEVER !NOVERB
    !PRONOUN .. siempre en LANGUAGE
    NEVER|siempre se !NOVERB
    DO siempre|únicamente|exclusivamente|solo|sólo|solamente
    DO .. siempre .|$|,
    DO .. en_lugar_de|en_vez_de|y_no|en_lugar_del|en_vez_del
    DO .. , no|nunca|y_no !NOTHING
    DO * no !NOTHING
    DO .. para_todo|para_todos|para_todas|en_todos|en_todas|en_cada|para_cada|antes_de_cada|después_de_cada|por_defecto
    DO .. antes_de_cada|antes_de hacer|subir|cada|todo
    ejecuta|corre|pasa|revisa|actualiza .. antes|después de_cada|de_todo|de_hacer|de_subir|de_cualquier
    no DONOT !NOTHING
    no DONOT nunca|jamás|más !NOTHING
    no vuelvas|vuelva a
    no quiero que|ver
    no se debe|permite|puede
    no hay_que !NOTHING
    hay_que .. siempre
    evita|evite|evitad|evitemos !NOTHING
    deja|deje|dejad|para de !NOTHING
    basta|nada de !NOTHING
    ni|ningún|ninguna .. en|sin
    sin * en|por_favor
    responde|contesta|escribe|habla|háblame|respóndeme|contéstame|redacta .. en LANGUAGE
    responde|contesta|escribe|habla|háblame|respóndeme|contéstame en LANGUAGE
    no más|mas !NOTHING
    prefiere !NOTHING .. sobre|a|en_lugar_de|antes_que
    pregunta|pregúntame|consulta|avísame|preguntame siempre|primero|antes
    cuando|siempre_que|cada_vez_que .. , DO|no|siempre|nunca|recuerda|actualiza|ejecuta
    antes_de .. , DO|no|siempre|nunca|ejecuta|corre|pregunta|revisa
    debes|debe|deben|debemos|tienes_que|hay_que siempre|nunca|usar_siempre
    nunca|no debes|debe|debemos|deben|puedes !NOTHING
    mantén|manten|haz tus|las|los|mis respuestas|commits|funciones|mensajes|explicaciones .. cortas|cortos|breves|pequeños
    sé|se más? breve|conciso|concisa|directo|directa
    solo|sólo|únicamente usa|utiliza|escribe|haz|sube
    bajo_ningún_concepto|en_ningún_caso|de_ninguna_manera

# -- Decisions and conventions -------------------------------------------------------------------------------

form project choose
    ya? finalmente|al_final|ya? hemos|he|han finalmente|ya? decidido|acordado|elegido|optado|escogido|resuelto|adoptado
    finalmente|al_final|ya|nosotros? decidimos|acordamos|elegimos|escogimos|optamos|adoptamos|quedamos
    el_equipo|nuestro_equipo|la_empresa|el_grupo ha? decidido|decidió|acordó|eligió|optó|acordado|elegido
    se ha? decidido|decidió|acordó|acordado
    vamos a usar|utilizar|ir|adoptar|quedarnos|migrar|emplear|mantener|desplegar
    vamos|iremos|seguimos|nos_quedamos|nos_quedaremos con !NOTHING
    quedémonos|quedemonos|sigamos|vayamos con !NOTHING
    usemos|utilicemos|adoptemos|mantengamos !NOTHING
    usaremos|utilizaremos|adoptaremos|migraremos|desplegaremos|seguiremos !NOTHING
    estamos usando|utilizando|migrando|adoptando
    usamos|utilizamos|empleamos|desplegamos|seguimos|escribimos|probamos|alojamos|publicamos|guardamos !NOTHING
    ya? no|nunca|siempre|solo|sólo usamos|utilizamos|desplegamos|soportamos|hacemos|escribimos|permitimos|aceptamos
    nos decidimos|decantamos|inclinamos|hemos_decidido|hemos_decantado|he_decidido por
    para|en|como .. usamos|utilizamos|usaremos|utilizaremos|empleamos !NOTHING
    cambiamos|migramos|pasamos|hemos_migrado|hemos_cambiado|hemos_pasado de .. a
    la|nuestra decisión|elección .. es|fue
    la|nuestra decisión|elección final|definitiva? es|fue
form project rule
    todos|todas|todo|toda|cada .. tiene|tienen|necesita|necesitan|requiere|requieren|lleva|llevan|usa|usan|sigue|siguen
    todos|todas|todo|toda|cada|ningún|ninguna .. debe|deben|tiene_que|tienen_que|puede|pueden
    !PRONOUN .. deben|debe siempre|nunca|seguir|tener|incluir|llevar|pasar|ser|estar|usar|ir
    !PRONOUN .. no_deben|no_debe|no_pueden|no_puede
    !PRONOUN .. está|están|es|son prohibido|prohibidos|prohibida|prohibidas|obligatorio|obligatoria|obligatorios|obligatorias
    está prohibido
form project fact
    nuestro|nuestra equipo|empresa|cliente|compañía|departamento !PRONOUN
    nuestro|nuestra|nuestros|nuestras * es|son|usa|usan|corre|corren|está|están|tiene|tienen|requiere|se_llama|despliega|sigue|siguen
    nuestro|nuestra * de * es|son|usa|usan|sigue|siguen|tiene|requiere
    nuestro|nuestra|nuestros|nuestras * * es|son|usa|usan|corre|corren|está|están|tiene|tienen|requiere|se_llama
    el|este|nuestro proyecto|repositorio|repo|monorepo usa|utiliza|requiere|soporta|sigue|está_escrito
    los despliegues|releases|lanzamientos son|se_hacen|salen .. DAY
    la|nuestra|el fecha_límite|fecha_de_entrega|convención|regla|norma|política|plazo .. es
    !PRONOUN es|está la|el? responsable|encargado|encargada|a_cargo|el_responsable de

# -- Where things are ----------------------------------------------------------------------------------------

form reference place
    ART !BAD .. LIES ubicado|ubicada|ubicados|disponible|documentado|guardado|encuentra|encuentran? PLACE el|la|nuestro? URL|PATH|SERVICE|CHANNEL
    ART !BAD .. LIES .. URL|PATH|CHANNEL
    ART !BAD LIES .. URL|PATH|CHANNEL|TICKET
    ART !BAD LIES .. PLACE el|la|nuestro? SERVICE
    ART !BAD .. LIES .. PLACE el|la|nuestro? SERVICE
    ART .. ticket|enlace|url|canal|tablero|dirección|endpoint|panel .. es|: URL|TICKET|CHANNEL|CODE|PATH
    !NOUN .. LIES PLACE el|la? URL|PATH|SERVICE|CHANNEL
    !NOUN .. se|los|las|la|lo registran|gestionan|documentan|siguen|guardan|reportan|encuentran .. URL|PATH|SERVICE|CHANNEL
    puedes encontrar .. en el|la? URL|PATH|SERVICE
    para .. , consulta|mira|ve|revisa|lee el|la|a|en? URL|PATH|SERVICE|CODE
    consulta|véase|ver URL|PATH .. para
    aquí está|están ART .. : URL
    ART !BAD ... : URL
    !NOUN : URL|TICKET
    !NOUN * : URL|TICKET
    !NOUN * * : URL|TICKET
    pregunta|pregúntale|consulta|contacta|escribe a|con NAME sobre|por|para|si|antes|acerca

# -- Corrections: forms only after "no", "en realidad", "eso no es correcto" ----------------------------------

fix feedback rule
    DO|usar !NOTHING
    no DONOT !NOTHING
fix feedback fact
    es|son|está|se_llama .. , no
    es|son|está|se_llama|usa .. y_no|en_lugar_de|no
    ART !BAD .. es|son|está|están|usa|usan|corre|escucha|vive|se_llama .. NUMBER|CODE|URL|PATH|TERM
    ART !BAD .. es|son|está|están|usa|usan|corre|escucha|vive|se_llama .. , no
    ART !BAD .. se_llama|se_llaman
    no_es|no_son .. , es|son|sino
    !NOTHING , no !NOTHING

# -- What is no memory ---------------------------------------------------------------------------------------

not moment
    por_ahora|de_momento|por_el_momento|hoy|ahora_mismo|temporalmente|provisionalmente|mientras_tanto|esta_vez|mañana|ayer
    solo_esta_vez|solo_por_hoy|una_sola_vez|por_esta_vez|esta_semana|este_mes|esta_tarde|esta_noche|todavía_no|aún_no
    en|para|con|por este|esta|estos|estas|ese|esa test|prueba|caso|ejemplo|archivo|fichero|función|rama|pr|commit|sesión|vez
    en|para|con|por este|esta|estos|estas|ese|esa paso|tarea|ticket|prototipo|demo|script|clase|método|experimento|línea
    hasta|mientras que|mañana|entonces|nuevo_aviso
    para_probar|de_prueba|para_salir_del_paso|provisional|temporal
not doubt
    quizás|quizas|quizá|quiza|tal_vez|a_lo_mejor|posiblemente|probablemente|supuestamente|hipotéticamente|acaso
    podría|podríamos|podrías|deberíamos|debería|sería|habría|tendría|fuera|fuese|hubiera|hubiese|usáramos|usásemos
    qué_tal_si|y_si|qué_pasa_si|que_pasaría|supongamos|imagina|imaginemos|pongamos|suponiendo|no_sé|no_estoy|no_sabemos
    creo_que|pienso_que|me_pregunto|dudo|ojalá|considerando|pensando_en|depende|parece|aparentemente
not doubt prefer,choose,fact,place
    si|en_caso_de|salvo_que
not doubt rule
    ^ si
    si_usamos|si_yo|si_él|si_ella
not report
    él|ella|ellos|ellas|alguien|todos|gente|jefe|jefa|colega|compañero|compañera SAYING
    * SAYING
    según|cita|citando|dicen_que|se_dice|he_leído|leí|oí
    él|ella|colega|compañero|compañera|algunos|muchos|otros prefiere|prefieren|usa|usan|quiere|quieren
not example
    por_ejemplo|ejemplo|p.ej|p.ej.|finge|imagina|haz_de_cuenta|juego_de_rol|broma|chiste|cuento|poema|novela|historia|personaje
    traduce|parafrasea|resume|frase|oración
not secret prefer,rule,choose,fact
    contraseña|clave|token|pin|credenciales|secreto es|son|:|=
not past
    antes_usaba|antes_usábamos|solía|solíamos|en_el_pasado|anteriormente|el_año_pasado|la_semana_pasada|hace_años
not negated
    no lo|la|me? recuerdes|guardes|memorices|anotes|apuntes
not trouble
    no_funciona|no_funcionan|no_va|está_roto|falla|fallan|falló|se_cuelga|se_cae|estoy_atascado
not trouble prefer,choose,fact,place
    error|roto|rota|fallo|lento|lenta|lentos|lentas|caído|caída|vacío|vacía|falta|faltan|raro
not idiom
    como_siempre|para_siempre|no_importa

ask
    qué|cómo|por_qué|quién|cuál|cuáles|dónde|cuándo|cuánto|cuántos
    ¿
    deberíamos|debo|puedes|podrías|puedo|podemos|prefieres|quieres|hay|es|está|sabes|crees|te_parece usar|que|si|un|una|el|la
    podrías|podría|puedes

tail
    y|así_que|entonces|pero? puedes|podrías|podría
    gracias|adelante
tail choose,place
    y|así_que|entonces? por_favor !siempre

paste
    salida|log|logs|traza|error|errores|mensaje|correo|readme|artículo|documento|texto|código|diff|parche .. :
    respuesta|comentario|configuración|contenido|resultado|informe|cita|plantilla|prompt|extracto .. :
    abajo|siguiente|dice|dijo|escribió|a_continuación|así|pone :
    traduce|resume|corrige|revisa|explica|mejora .. :

drop
    no lo|la|me|esto|eso? recuerdes|guardes|memorices|anotes|apuntes|recordar|guardar esto|eso|lo|nada?
    es|era|solo una? broma|chiste|prueba
    estoy|estaba bromeando
    olvida|ignora lo_que_dije|lo_que_he_dicho|eso|esto|lo_anterior
"""
