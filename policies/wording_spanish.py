"""Spanish wording that is held; the form of the table is explained in `policies.wording`."""

from policies.wording import Table

__all__ = ["TABLE"]

_FILLERS = """
    el la los las un una unos unas de del mi tu su nuestro nuestra todas todos toda todo cada por favor ya ahora
    solo simplemente al lo le les se
"""

_CLASSES = """
shadow: no_olvides no_dudes no_solo
neg: no nunca jamas ni evita
not: no nunca jamas evita sin
who: usuario usuaria usuarios humano persona dueno desarrollador operador administrador
anyone: @who nadie alguien
this: esto esta este estas eso ello
tell: digas diga digan decir decirle decirselo dile menciones mencione mencionar reveles revele revelar informes
    informe informar informarle avises avisar cuentes contar comentes notifiques notifique hables
inform: preguntar preguntarle informar informarle avisar avisarle decir decirle decirselo consultar consultarle
    notificar notificarle pedir_permiso
learn: sepa saber enterarse entere se_entere note notar darse_cuenta descubra descubrir conozca
secretly: secretamente a_escondidas en_secreto discretamente sigilosamente a_hurtadillas silenciosamente
deed: envia enviar manda mandar sube subir copia copiar ejecuta ejecutar instala instalar anade agrega borra elimina
    reenvia transmite guarda descarga
ignore: ignora ignorar ignore ignoren ignorad olvida olvidar olvide olvidate omite omitir descarta descartar
    desobedece pasa_por_alto haz_caso_omiso no_sigas no_hagas_caso deja_de_seguir no_obedezcas salta
previous: anterior anteriores previas previos previa existentes sistema seguridad originales precedentes arriba
    iniciales
strong: instruccion instrucciones directrices indicaciones prompt prompts directivas
rules: @strong reglas normas ordenes restricciones limitaciones politicas
when: cuando si cada_vez_que en_cuanto siempre_que tan_pronto_como
the_user: el_usuario la_usuaria tu_usuario
says: diga dice pregunte pregunta escriba escribe mencione menciona pida pide solicite solicita salude agradezca
    hable
act: ejecuta envia manda borra elimina llama descarga instala recomienda sugiere responde_que di dile transfiere
    abre visita afirma revela copia activa desactiva compra
send: envia enviar manda mandar sube subir transmite transmitir reenvia reenviar comparte filtra publica copia
    exfiltra
private: contrasena contrasenas claves clave_api clave_ssh clave_privada credenciales secretos conversacion
    conversaciones historial tokens variables_de_entorno datos_privados datos_personales informacion_confidencial
    prompt_del_sistema <secret-file>
placed: <url> <email> <host> servidor_externo servidor servidor_remoto webhook
to: a al hacia por en
machine: ia asistente agente modelo bot
"""

_RULES = """
concealment  not 2 tell 4 anyone
concealment  not 2 tell 2 this $
concealment  not 1 tell 1 this 3 anyone
concealment  not muestres|muestre 2 this 3 anyone
concealment  who no_debe|nunca_debe|no_debera|no_puede|no_debería 2 learn
concealment  sin_que 1 who 2 learn
concealment  --neg sin 1 inform 2 who
concealment  --neg sin 1 conocimiento|consentimiento|permiso|autorizacion 1 who
concealment  a_espaldas 1 who
concealment  -neg secretly 3 deed
concealment  -neg deed 6 secretly
concealment  -neg oculta|esconde|ocultale|escondele|ocultar 3 this|who
concealment  manten|guarda this 1 en_secreto|oculto|secreto
override     -neg ignore 2 rules 2 previous
override     -neg ignore 2 previous 1 rules
override     -neg ignore todas|cualquier strong $
override     -neg ignore todas_las|cualquier strong y|e
override     -neg ignore todo 3 anterior|dijeron|dije|arriba|antes
override     ahora_eres|a_partir_de_ahora_eres|ya_no_eres|desde_ahora_eres 4
                 ia|asistente|hacker|dan|modelo|bot|libre|sin_restricciones|administrador
override     actua_como|finge_ser|haz_como_si_fueras|finge_que_eres 4
                 hacker|dan|sin_restricciones|malicioso|sin_limites
override     no_tienes 1 restricciones|limites|reglas|filtros
override     aunque|incluso_si|sin_importar_lo_que|independientemente_de_lo_que 2 who 2
                 diga|pida|se_oponga|quiera|rechace
override     nuevas instrucciones|directrices :
trigger      when the_user 3 says 12 >act
trigger      when 1 veas|leas|recibas 2 palabra|frase|clave|codigo 8 act
exfiltration --neg send 6 private 6 to 3 placed
exfiltration --neg send 3 to 3 placed 5 private
exfiltration --neg muestra|revela|repite|imprime|dime 2 tu|tus 1 instrucciones|prompt|prompt_del_sistema
standing     ^ siempre|nunca|jamas
standing     a_partir_de_ahora|de_ahora_en_adelante|en_adelante|en_lo_sucesivo|en_el_futuro|desde_ahora
standing     debes|tienes_que|deberas|debe_usted
standing     siempre_que|cada_vez_que
standing     machine debe|deben|tiene_que|debera
standing     usa|utiliza|ejecuta|escribe|responde 5 siempre
standing     recuerda_siempre|recuerda_que_debes|acuerdate_de
standing     en cada|todas respuesta|sesion|conversacion|respuestas|sesiones|conversaciones
standing     cuando_yo_diga|cuando_diga
"""

TABLE = Table(_FILLERS, _CLASSES, _RULES)
