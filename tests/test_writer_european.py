"""German, Spanish and French sentences and what the offline writer makes of them. The tables of `tests.said`:
a name and what was said, and what is no memory.
"""

from __future__ import annotations

import pytest

from tests.said import check_forgotten, check_remembered, forgotten, remembered

GERMAN = """
user-tabs-statt-leerzeichen: Ich bevorzuge Tabs statt Leerzeichen.
user-arbeite-als-backend-entwickler: Ich arbeite als Backend-Entwickler.
user-frontend-entwicklerin: Ich bin Frontend-Entwicklerin.
user-name-jonas: Mein Name ist Jonas.
user-jonas: Ich heiße Jonas.
user-kurze-antworten: Ich mag kurze Antworten lieber.
user-kleine-prs-als-grosse: Ich hätte lieber kleine PRs als große.
user-rot-gruen-blind: Ich bin rot-grün-blind.
user-zeitzone-europe-berlin: Meine Zeitzone ist Europe/Berlin.
user-nenn-jo: Nenn mich Jo.
user-emojis-in-antworten: Ich möchte keine Emojis in den Antworten.
user-ganze-dateien-neu-schreibst: Ich mag es nicht, wenn du ganze Dateien neu schreibst.
user-datenwissenschaftlerin-arbeite-meist-mit-r: Ich bin Datenwissenschaftlerin und arbeite meist mit R.
user-arbeite-unter-linux: Ich arbeite unter Linux.
user-neovim-als-editor: Ich nutze Neovim als Editor.
user-spreche-deutsch-franzoesisch: Ich spreche Deutsch und Französisch.
user-wohne-in-hamburg: Ich wohne in Hamburg.
user-liebsten-arbeite-mit-kleinen-commits: Am liebsten arbeite ich mit kleinen Commits.
user-kleine-commits: Ich habe lieber kleine Commits.
user-kurze-funktionen: Mir sind kurze Funktionen lieber.
user-ausserdem-pytest-als-unittest: Kannst du das fixen? Außerdem mag ich pytest lieber als unittest.
user-kurze-commit-messages: Ich möchte kurze Commit-Messages.
user-muttersprache-polnisch: Meine Muttersprache ist Polnisch.
user-student-also-erklaere-schritt-fuer-schritt: Ich bin Student, also erkläre bitte Schritt für Schritt.
user-zehn-jahre-erfahrung-mit-java: Ich habe zehn Jahre Erfahrung mit Java.
user-kenne-mit-react-kaum: Ich kenne mich mit React kaum aus.
user-explizit-statt-implizit: Ich bevorzuge explizit statt implizit.
feedback-deutsch-antworten: Bitte immer auf Deutsch antworten.
feedback-antworte-auf-deutsch: Bitte antworte immer auf Deutsch.
feedback-direkt-auf-main-pushen: Nie direkt auf main pushen.
feedback-commit-messages-auf-englisch-schreiben: Ab jetzt bitte Commit-Messages auf Englisch schreiben.
feedback-pnpm-statt-npm: Nein, nimm lieber pnpm statt npm.
feedback-pnpm-statt-npm: Nein, verwende pnpm statt npm.
feedback-console-log-im-produktivcode: Verwende niemals console.log im Produktivcode.
feedback-emojis-in-commit-messages: Benutze keine Emojis in Commit-Messages.
feedback-kommentare-im-code-hinzufuegen: Bitte keine Kommentare im Code hinzufügen.
feedback-hoer-auf-emojis: Hör auf, Emojis zu verwenden.
feedback-port-5433: Das ist falsch, der Port ist 5433.
feedback-datenbank-orders-nicht-order: Eigentlich heißt die Datenbank orders, nicht order.
feedback-frag-bevor-dateien-loeschst: Frag mich immer, bevor du Dateien löschst.
feedback-commit-linter-laufen-lassen: Vor jedem Commit den Linter laufen lassen.
feedback-vermeide-globale-variablen: Vermeide globale Variablen.
feedback-fasse-vendored-code: Fasse den vendored Code niemals an.
feedback-pushe-ohne-review: Pushe nie ohne Review.
feedback-halte-antworten-kurz: Halte deine Antworten kurz.
feedback-sollst-direkt-auf-master-committen: Du sollst niemals direkt auf master committen.
feedback-erst-fragen-bevor-dateien-geloescht: Immer erst fragen, bevor Dateien gelöscht werden.
feedback-schreib-docstrings-im-google-stil: Schreib Docstrings bitte immer im Google-Stil.
feedback-zuerst-tests-schreibst: Ich möchte, dass du immer zuerst die Tests schreibst.
feedback-einfache-anfuehrungszeichen: Bitte verwende grundsätzlich einfache Anführungszeichen.
feedback-schreibe-kommentare-auf-englisch: Bitte schreibe Kommentare nur auf Englisch.
feedback-sollst-ohne-rueckfrage-committen: Du sollst nie ohne Rückfrage committen.
feedback-limit-bei-500-anfragen: Stimmt nicht, das Limit liegt bei 500 Anfragen.
feedback-repo-semikolons: In diesem Repo keine Semikolons verwenden.
feedback-push-formatter-laufen-lassen: Zukünftig bitte vor jedem Push den Formatter laufen lassen.
feedback-var-mehr-const: Kein var mehr, nur noch const.
feedback-emojis-in-commits: Nie wieder Emojis in den Commits!
feedback-antworte-auf-deutsch: Antworte mir bitte auf Deutsch.
feedback-verzichte-auf-unnoetige-kommentare: Verzichte auf unnötige Kommentare.
feedback-verzichte-auf-emojis: Bitte verzichte auf Emojis.
feedback-loesche-migrationsdateien: Lösche niemals Migrationsdateien.
feedback-erstelle-neuen-dateien-ohne-zu-fragen: Erstelle keine neuen Dateien ohne zu fragen.
feedback-tests-schreibst-pytest: Wenn du Tests schreibst, benutze pytest.
feedback-vendor-anfassen: Bitte nichts unter vendor/ anfassen.
feedback-speichere-passwoerter-im-klartext: Speichere niemals Passwörter im Klartext.
feedback-umbenennst-passe-doku: Wenn du etwas umbenennst, passe auch die Doku an.
feedback-zeilenenden-lf-in-dateien: Benutze Zeilenenden LF in allen Dateien.
feedback-schreibe-zu-bugfix-test: Schreibe zu jedem Bugfix einen Test.
feedback-kommentare-auf-englisch: Kommentare immer auf Englisch.
feedback-frag-nach-bevor-loeschst: Frag nach, bevor du etwas löschst.
feedback-duze: Bitte duze mich.
project-postgres: Wir haben uns für Postgres entschieden.
project-kafka-fuer-events: Wir haben beschlossen, Kafka für die Events zu verwenden.
project-tailwind-nicht-bootstrap: Wir nutzen Tailwind, nicht Bootstrap.
project-terraform-fuer-infrastruktur: Wir verwenden Terraform für die Infrastruktur.
project-denk-team-freitags-deployt: Denk daran, dass unser Team freitags deployt.
project-team-deployt-freitags: Unser Team deployt immer freitags.
project-api-eingefroren: Vergiss nicht, dass die API eingefroren ist.
project-rechnungen-pro-zeile-gerundet: Zur Erinnerung: Rechnungen werden pro Zeile gerundet.
project-sqlite: Lass uns bei SQLite bleiben.
project-sqlite-fuer-cache: Wir bleiben bei SQLite für den Cache.
project-endpunkte-versioniert: Alle Endpunkte müssen versioniert werden.
project-nun-an-schreiben-tests-zuerst: Von nun an schreiben wir Tests zuerst.
project-grpc-zwischen-diensten: Entscheidung: wir nehmen gRPC zwischen den Diensten.
project-deployen-dienstags: Wir deployen nur dienstags.
project-projekt-pnpm: In diesem Projekt verwenden wir pnpm.
project-kunden-python-3-9: Beachte, dass die Kunden Python 3.9 nutzen.
project-team-freitags-deployt: Bei uns im Team wird freitags nicht deployt.
project-deployen-am-freitag: Wir deployen nie am Freitag.
project-trunk-based-development: Wir haben uns auf Trunk-based Development geeinigt.
project-setzen-auf-svelte: Wir setzen ab jetzt auf Svelte.
project-jenkins-auf-github-actions-umgestiegen: Wir sind von Jenkins auf GitHub Actions umgestiegen.
project-dynamodb-fuer-sitzungen: Wir nehmen DynamoDB für die Sitzungen.
project-fastapi-fuer-backend: Lass uns FastAPI für das Backend nehmen.
project-frontend-vue: Für das Frontend nehmen wir Vue.
project-dienst-billing-api-nicht-billing: Nein, der Dienst heißt billing-api, nicht billing.
project-leerzeichen: Falsch, wir verwenden Leerzeichen.
project-datenbank-schreibgeschuetzt: Bitte denk daran: Die Datenbank ist schreibgeschützt.
project-ie11-unterstuetzen: Vergiss bitte nicht, dass wir IE11 unterstützen müssen.
project-releases-dienstags: Merke: Releases nur dienstags.
project-ansprechpartnerin-fuer-abrechnung-maria: Ansprechpartnerin für Abrechnung ist Maria.
project-maria-fuer-abrechnung-zustaendig: Maria ist für die Abrechnung zuständig.
project-zeitstempel-in-utc-gespeichert: Alle Zeitstempel müssen in UTC gespeichert werden.
project-pull-request-braucht-zwei-reviews: Jeder Pull Request braucht zwei Reviews.
project-generierter-code-von-hand-geaendert: Generierter Code darf nie von Hand geändert werden.
project-standard-branch-trunk: Der Standard-Branch heißt trunk.
project-kunden-vor-allem-krankenhaeuser: Unsere Kunden sind vor allem Krankenhäuser.
project-postgres: Wir haben entschieden: Es bleibt bei Postgres.
project-paket-scribe-core: Kleine Korrektur: Das Paket heißt scribe-core.
project-bun-statt-node: Nee, wir nutzen Bun statt Node.
project-oeffentliche-api-rueckwaertskompatibel: Die öffentliche API bleibt rückwärtskompatibel, das haben wir beschlossen.
project-unterstuetzen-node-16-mehr: Wir unterstützen Node 16 nicht mehr.
project-dienst-eigene-datenbank: Jeder Dienst hat eine eigene Datenbank.
project-teamleiter-jonas: Unser Teamleiter ist Jonas.
project-produkt-leuchtturm: Unser Produkt heißt Leuchtturm.
project-daten-in-utc: Beachte: Alle Daten sind in UTC.
reference-staging-server-unter-staging-example-org-laeuft: Merk dir, dass der Staging-Server unter staging.example.org läuft.
reference-doku-unter-docs-example-org: Die Doku liegt unter https://docs.example.org.
reference-ticket-core-142: Das Ticket ist CORE-142.
reference-dashboards-unter-grafana-example-org: Die Dashboards findest du unter https://grafana.example.org.
reference-konfiguration-in-settings-toml: Die Konfiguration liegt in config/settings.toml.
reference-fehler-in-sentry-gesammelt: Fehler werden in Sentry gesammelt.
reference-runbook-in-confluence: Das Runbook steht in Confluence.
reference-bugs-in-linear-getrackt: Bugs werden in Linear getrackt.
reference-passwort-team-im-slack-kanal-team-auth: Merke dir: das Passwort-Team ist im Slack-Kanal #team-auth.
reference-jira-board-unter-jira-example-com: Das Jira-Board ist unter https://jira.example.com/boards/42 zu finden.
reference-produktionslogs-in-datadog: Die Produktionslogs liegen in Datadog.
reference-api-dokumentation-api-example-com: Unsere API-Dokumentation findest du hier: https://api.example.com/docs
reference-link-zum-wiki-wiki-example-org: Der Link zum Wiki ist https://wiki.example.org.
reference-tracken-bugs-in-jira: Wir tracken Bugs in Jira.
"""

NOT_GERMAN = """
Bevorzugst du Tabs oder Leerzeichen?
Sollen wir immer Postgres verwenden?
Vielleicht sollten wir Redis nutzen.
Wir könnten Kafka verwenden.
Wenn wir Redis nutzen würden, wäre es schneller.
Vorerst nutzen wir SQLite.
Heute bitte nur auf Deutsch antworten.
In diesem Test immer die Fake-Uhr verwenden.
Diesmal nimm bitte npm.
Mein Kollege sagt, wir sollten nie ORMs verwenden.
Er sagte, wir haben uns für Oracle entschieden.
Die README sagt, man soll immer make ausführen.
Laut Doku darf man das nie zweimal aufrufen.
Behebe den Fehler im Login.
Füge einen Test hinzu.
Ich bevorzuge das.
Das gefällt mir.
Nimm die zweite Variante.
Merk dir das nicht.
Zum Beispiel: verwende immer das Wort Banane.
Das funktioniert nie.
Der Build schlägt immer fehl.
Ich habe das noch nie gesehen.
Kein Problem.
Keine Ahnung, warum das nicht geht.
Der Fehler liegt in src/app.py.
Lösche die Datei.
Kannst du pnpm statt npm verwenden?
Was wäre, wenn wir Mongo nehmen?
Ich bin müde.
Ich bin nicht sicher, ob das stimmt.
Nein.
Nein, das stimmt nicht.
Lass uns weitermachen.
Lass uns das so machen.
„Immer Tabs verwenden“ steht im Wiki.
Angenommen, wir haben uns für Kafka entschieden.
Früher habe ich Tabs bevorzugt.
Wir haben heute beschlossen, früher zu gehen.
Mach das nie wieder.
Wir haben das Problem gefunden.
Wir haben den Test gestern geschrieben.
Führe die Tests aus.
Ich mag das neue Design.
Alle Tests müssen grün sein, bevor ich gehe?
Warum nutzen wir Postgres?
Es ist immer noch kaputt.
Übersetze: Ich bevorzuge Tee.
Kannst du bitte immer Tests schreiben?
Warum schreibst du immer Kommentare?
Welche Datenbank bevorzugst du?
Nutzen wir Tabs?
Sollte man nie direkt pushen?
Ich würde vielleicht Redis nehmen.
Ich überlege, ob wir Kafka verwenden.
Stell dir vor, wir haben uns für Kafka entschieden.
Für diesen Test bitte keine Mocks verwenden.
Bitte jetzt noch nicht committen.
Lösche das noch nicht.
Nimm erstmal SQLite.
Schreib eine Funktion, die immer true zurückgibt.
Erkläre mir, warum wir immer Locks verwenden.
Der Kollege meinte, man solle nie Exceptions werfen.
Im Artikel steht, man soll immer const verwenden.
Der Kommentar „nie löschen“ ist verwirrend.
Das klappt nie.
Ich vergesse das immer.
Du machst das immer falsch.
Das ist immer noch falsch.
Nein, das andere.
Ich habe einen Fehler in main.py.
Ich bin gleich zurück.
Ich bin beim Testen.
Ich nutze das gerade.
Ich brauche eine Login-Seite.
Ich möchte einen Dark Mode hinzufügen.
Ich will, dass der Header fix ist.
Wir müssen das bis Freitag fixen.
Wir haben ein Problem mit dem Build.
Unsere Tests sind zu langsam.
Der Server ist nicht erreichbar.
Die Datei liegt in /tmp/output.txt.
Schau dir https://example.com an.
Denk nochmal nach.
Vergiss es.
Merk dir das bitte nicht.
Danke, passt!
Ja, mach das.
Gut, weiter.
Ersetze überall foo durch bar.
Benenne die Funktion um.
Führe bitte nur die Unit-Tests aus.
Wir wollten eigentlich Mongo nehmen.
Lass uns mal schauen.
Wir nehmen die zweite Variante.
Ich mag das nicht.
Welche Konvention haben wir für Branches?
Wo liegt die Konfiguration?
Ich glaube, wir haben uns für Postgres entschieden, bin aber nicht sicher.
Falls es schneller ist, nimm pnpm.
Lass uns den Test reparieren.
Nimm hier Version 2.
Verschiebe den Helfer nach src/lib.
Der Tippfehler ist in docs/api.md.
Das Ergebnis ist 42.
Die Seite ist langsam.
Ich benutze gerade den neuen Branch.
Ich finde das gut.
Mir gefällt, wie das aussieht.
Wir haben zwei Möglichkeiten.
Alle Tests laufen durch.
Nein, die Datei ist in Ordnung.
Immer derselbe Fehler.
Vergiss die Tests nicht.
Mach es kürzer.
Ein Freund von mir nutzt immer vim.
Ich habe das noch nie benutzt.
Du vergisst immer das Semikolon.
Wir müssen reden.
Ich brauche mehr Zeit.
Schreib ein Skript, das nie Dateien löscht.
"""

SPANISH = """
user-tabuladores-en-lugar-de-espacios: Prefiero tabuladores en lugar de espacios.
user-ingeniera-de-backend: Soy ingeniera de backend.
user-lucia: Me llamo Lucía.
user-trabajo-desarrollador-frontend: Trabajo como desarrollador frontend.
user-respuestas-cortas: Me gustan más las respuestas cortas.
user-comentarios-innecesarios-en-codigo: No me gustan los comentarios innecesarios en el código.
user-zona-horaria-europe-madrid: Mi zona horaria es Europe/Madrid.
user-daltonico: Soy daltónico.
user-tengo-diez-anos-de-experiencia-con-java: Tengo diez años de experiencia con Java.
user-respuestas-concisas: Prefiero respuestas concisas.
user-reescribas-archivos-enteros: No me gusta que reescribas archivos enteros.
user-commits-pequenos: Me gustan los commits pequeños.
user-unica-desarrolladora-backend-del-equipo: Soy la única desarrolladora backend del equipo.
user-cientifico-de-datos: Soy científico de datos.
user-trabajo-con-linux: Trabajo con Linux.
user-vivo-en-madrid: Vivo en Madrid.
user-hablo-espanol-frances: Hablo español y francés.
user-neovim-editor: Uso Neovim como editor.
user-mensajes-de-commit-cortos: Quiero mensajes de commit cortos.
user-lengua-materna-portugues: Mi lengua materna es el portugués.
user-estudiante-explica-paso-a-paso: Soy estudiante, así que explica paso a paso.
user-conozco-react: No conozco bien React.
user-llamame-lu: Llámame Lu.
feedback-typescript-en-modo-estricto: Siempre usa TypeScript en modo estricto.
feedback-comillas-simples: Por favor, usa siempre comillas simples.
feedback-hagas-push-directamente-a-main: Nunca hagas push directamente a main.
feedback-uses-lodash-en-proyecto: No uses lodash en este proyecto.
feedback-escribe-commits-en-ingles: A partir de ahora, escribe los commits en inglés.
feedback-pnpm-en-lugar-de-npm: No, usa pnpm en lugar de npm.
feedback-postgres-no-mysql: En realidad es Postgres, no MySQL.
feedback-puerto-5433: Eso no es correcto, el puerto es 5433.
feedback-anadir-emojis-a-commits: Deja de añadir emojis a los commits.
feedback-preguntame-antes-de-borrar-archivos: Pregúntame siempre antes de borrar archivos.
feedback-responde-en-espanol: Responde siempre en español.
feedback-variables-globales: Evita las variables globales.
feedback-commit-ejecuta-tests: Antes de hacer commit, ejecuta siempre los tests.
feedback-conventional-commits: De ahora en adelante usa Conventional Commits.
feedback-manten-respuestas-breves: Mantén tus respuestas breves.
feedback-uses-console-log-en-produccion: Nunca uses console.log en producción.
feedback-escribas-tests-primero: Quiero que siempre escribas los tests primero.
feedback-desplegamos-viernes: Nunca desplegamos los viernes.
feedback-servicio-billing-api-no-billing: No, el servicio se llama billing-api, no billing.
feedback-limite-de-500-peticiones: Eso está mal: el límite es de 500 peticiones.
feedback-toques-codigo-generado: No toques nunca el código generado.
feedback-borres-migraciones: No borres nunca las migraciones.
feedback-hagas-commit-sin-preguntarme: No hagas commit sin preguntarme.
feedback-escribe-comentarios-en-ingles: Escribe los comentarios siempre en inglés.
feedback-contestame-en-espanol: Contéstame en español, por favor.
feedback-var: Deja de usar var.
feedback-emojis-en-commits: No más emojis en los commits.
feedback-emojis-en-commits: Nada de emojis en los commits, por favor.
feedback-escribas-tests-pytest: Cuando escribas tests, usa pytest.
feedback-comillas-dobles-en-archivos: Usa comillas dobles en todos los archivos.
feedback-paquete-scribe-core: Pequeña corrección: el paquete se llama scribe-core.
feedback-toques-en-vendor: Por favor, no toques nada en vendor/.
feedback-guardes-contrasenas-en-texto-plano: Nunca guardes contraseñas en texto plano.
feedback-anadas-endpoint-actualiza-especificacion: Cada vez que añadas un endpoint, actualiza la especificación.
feedback-escribe-test-para-bug: Escribe un test para cada bug.
feedback-comentarios-en-ingles: Los comentarios siempre en inglés.
feedback-pregunta-antes-de-borrar: Pregunta antes de borrar nada.
project-postgres-para-eventos: Hemos decidido usar Postgres para los eventos.
project-fastapi-para-backend: Vamos a usar FastAPI para el backend.
project-equipo-despliega-viernes: Nuestro equipo despliega los viernes.
project-tailwind-no-bootstrap: Usamos Tailwind, no Bootstrap.
project-clientes-usan-python-3-9: Ten en cuenta que los clientes usan Python 3.9.
project-api-congelada-hasta-marzo: No olvides que la API está congelada hasta marzo.
project-endpoints-estar-versionados: Todos los endpoints deben estar versionados.
project-quedamos-con-sqlite-para-cache: Nos quedamos con SQLite para la caché.
project-migrar-de-jenkins-a-github-actions: Decidimos migrar de Jenkins a GitHub Actions.
project-facturas-redondean-por-linea: Anota que las facturas se redondean por línea.
project-adoptar-trunk-based-development: Hemos acordado adoptar trunk-based development.
project-equipo-decidio-svelte: El equipo decidió usar Svelte.
project-finalmente-elegimos-dynamodb: Finalmente elegimos DynamoDB.
project-vue: Nos hemos decidido por Vue.
project-usaremos-redis-para-cache: Usaremos Redis para la caché.
project-migramos-de-jenkins-a-github-actions: Migramos de Jenkins a GitHub Actions.
project-frontend-vue: Para el frontend usamos Vue.
project-repositorio-punto-coma: En este repositorio no usamos punto y coma.
project-espacios: Incorrecto, usamos espacios.
project-base-de-datos-de-lectura: Recuerda: la base de datos es de solo lectura.
project-tenemos-soportar-ie11: No olvides que tenemos que soportar IE11.
project-maria-responsable-de-facturacion: María es la responsable de facturación.
project-fechas-guardarse-en-utc: Todas las fechas deben guardarse en UTC.
project-pull-request-necesita-dos-revisiones: Cada pull request necesita dos revisiones.
project-rama-principal-trunk: Nuestra rama principal se llama trunk.
project-clientes-sobre-hospitales: Nuestros clientes son sobre todo hospitales.
project-fecha-limite-31-de-marzo: La fecha límite es el 31 de marzo.
project-soportamos-node-16: Ya no soportamos Node 16.
project-servicio-tiene-propia-base-de-datos: Cada servicio tiene su propia base de datos.
project-producto-faro: Nuestro producto se llama Faro.
project-fechas-en-utc: Ten en cuenta: todas las fechas están en UTC.
project-guardamos-secretos-en-vault: Guardamos los secretos en Vault.
project-migrado-de-yarn-a-pnpm: Hemos migrado de Yarn a pnpm.
project-estilo-de-codigo-sigue-pep-8: Nuestro estilo de código sigue PEP 8.
reference-servidor-de-staging-staging-example-org: Recuerda que el servidor de staging es staging.example.org.
reference-documentacion-en-docs-example-org: La documentación está en https://docs.example.org.
reference-ticket-core-142: El ticket es CORE-142.
reference-paneles-en-grafana: Los paneles están en Grafana.
reference-configuracion-en-settings-toml: La configuración está en config/settings.toml.
reference-tablero-en-jira-example-org: Para futuras referencias: el tablero está en https://jira.example.org/board.
reference-bugs-registran-en-linear: Los bugs se registran en Linear.
reference-tablero-de-jira-en-jira-example-com: El tablero de Jira está en https://jira.example.com/boards/42
reference-logs-de-produccion-en-datadog: Los logs de producción están en Datadog.
reference-documentacion-de-api-aqui-api-example-com: La documentación de la API está aquí: https://api.example.com/docs
reference-enlace-de-wiki-wiki-example-org: El enlace de la wiki es https://wiki.example.org
"""

NOT_SPANISH = """
¿Prefieres tabuladores o espacios?
¿Deberíamos usar siempre Postgres?
Quizás deberíamos usar Redis.
Podríamos usar Kafka.
Si usáramos Redis, sería más rápido.
Por ahora usa SQLite.
Hoy vamos a usar npm.
En esta prueba usa siempre el reloj falso.
Esta vez usa npm.
Mi jefe dice que nunca usemos ORMs.
El README dice que siempre hay que ejecutar make.
Según la documentación, nunca se debe llamar dos veces.
Arregla el error del login.
Añade un test para el parser.
Prefiero eso.
Me gusta.
Me gusta esta idea.
Usa la segunda opción.
No recuerdes esto: tuve un mal día.
Por ejemplo, usa siempre la palabra plátano.
Esto nunca funciona.
El build siempre falla.
Nunca he visto este error.
No hay problema.
El error está en src/app.py.
Borra el archivo.
¿Puedes usar pnpm en lugar de npm?
Supongamos que hemos decidido usar Kafka.
Antes usaba tabuladores.
No sé por qué falla.
Ejecuta los tests.
Vamos a ver.
Vamos a arreglar el bug.
El comentario dice "usa siempre tabs".
Estoy cansado.
No.
Gracias, perfecto.
Siempre se me olvida.
No entiendo el error.
¿Puedes escribir siempre tests?
¿Por qué siempre añades comentarios?
¿Qué base de datos prefieres?
Me pregunto si deberíamos usar Kafka.
Tal vez usemos Kafka.
Imagina que hemos decidido usar Kafka.
Para esta prueba no uses mocks.
Todavía no hagas commit.
No borres eso todavía.
Usa SQLite de momento.
Escribe una función que siempre devuelva true.
Explícame por qué siempre usamos locks.
Mi compañera dijo que nunca lanzáramos excepciones.
En el artículo dicen que siempre hay que usar const.
Nunca funciona a la primera.
Siempre se me olvida la sintaxis.
Siempre lo haces mal.
No, el otro botón.
Tengo un error en main.py.
Estoy trabajando en el login.
Soy yo otra vez.
Necesito una página de login.
Quiero añadir un modo oscuro.
Quiero que el header sea fijo.
Tenemos que arreglarlo antes del viernes.
Tenemos un problema con el build.
Nuestros tests son muy lentos.
El servidor está caído.
El archivo está en /tmp/output.txt.
Mira https://example.com
Olvídalo.
No guardes esto en la memoria.
Gracias, funciona.
Sí, hazlo.
Reemplaza foo por bar en todas partes.
Renombra la función.
Vamos con la segunda opción.
Vamos a probar.
No me gusta.
No me gusta eso.
No sé si usar Redis.
Usa esto.
¿Cuál es nuestra convención para las ramas?
¿Dónde está la configuración?
Creo que decidimos usar Postgres, pero no estoy seguro.
Si es más rápido, usa pnpm.
Vamos a arreglar el test.
Usa aquí la versión 2.
Mueve el helper a src/lib.
La errata está en docs/api.md.
El resultado es 42.
La página es lenta.
Estoy usando la rama nueva.
Me parece bien.
Me gusta cómo queda.
Tenemos dos opciones.
Todos los tests pasan.
No, ese archivo está bien.
Siempre el mismo error.
No te olvides de los tests.
Hazlo más corto.
Un amigo siempre usa vim.
Nunca lo he usado.
Tenemos que hablar.
Escribe un script que nunca borre archivos.
"""

FRENCH = """
user-tabulations-aux-espaces: Je préfère les tabulations aux espaces.
user-developpeuse-backend: Je suis développeuse backend.
user-chloe: Je m'appelle Chloé.
user-travaille-comme-ingenieur-chez-acme: Je travaille comme ingénieur chez Acme.
user-reponses-courtes: J'aime mieux les réponses courtes.
user-commentaires-inutiles: Je n'aime pas les commentaires inutiles.
user-fuseau-horaire-europe-paris: Mon fuseau horaire est Europe/Paris.
user-daltonien: Je suis daltonien.
user-dix-ans-d-experience-java: J'ai dix ans d'expérience en Java.
user-reponses-concises: Je préfère des réponses concises.
user-reecris-des-fichiers-entiers: Je n'aime pas quand tu réécris des fichiers entiers.
user-petits-commits: J'aime les petits commits.
user-seule-developpeuse-backend-de-equipe: Je suis la seule développeuse backend de l'équipe.
user-data-scientist: Je suis data scientist.
user-travaille-sous-linux: Je travaille sous Linux.
user-habite-a-lyon: J'habite à Lyon.
user-parle-francais-allemand: Je parle français et allemand.
user-neovim-comme-editeur: J'utilise Neovim comme éditeur.
user-messages-de-commit-courts: Je veux des messages de commit courts.
user-langue-maternelle-portugais: Ma langue maternelle est le portugais.
user-etudiant-explique: Je suis étudiant, donc explique pas à pas.
user-connais-react: Je ne connais pas bien React.
user-lou: Appelle-moi Lou.
feedback-lancer-tests-avant-de-pousser: Toujours lancer les tests avant de pousser.
feedback-reponds-francais: Réponds toujours en français.
feedback-lodash-dans-projet: N'utilise jamais lodash dans ce projet.
feedback-emojis-dans-commits: N'utilise pas d'emojis dans les commits.
feedback-pousse-directement-sur-main: Ne pousse jamais directement sur main.
feedback-ecris-commits-anglais: À partir de maintenant, écris les commits en anglais.
feedback-pnpm-au-lieu-de-npm: Non, utilise pnpm au lieu de npm.
feedback-postgres-pas-mysql: En fait, c'est Postgres, pas MySQL.
feedback-port-5433: C'est faux, le port est 5433.
feedback-ajouter-des-emojis-aux-commits: Arrête d'ajouter des emojis aux commits.
feedback-demande-moi-avant-de-supprimer-des-fichiers: Demande-moi toujours avant de supprimer des fichiers.
feedback-variables-globales: Évite les variables globales.
feedback-conventional-commits: Désormais, utilise Conventional Commits.
feedback-commentaires-dans-code: Pas de commentaires dans le code, s'il te plaît.
feedback-committer-de-secrets: Il ne faut jamais committer de secrets.
feedback-garde-reponses-courtes: S'il te plaît, garde tes réponses courtes.
feedback-ecrives-tests-premier: Je veux que tu écrives toujours les tests en premier.
feedback-service-billing-api-pas-billing: Non, le service s'appelle billing-api, pas billing.
feedback-limite-de-500-requetes: Ce n'est pas correct, la limite est de 500 requêtes.
feedback-touche-au-code-genere: Ne touche jamais au code généré.
feedback-supprime-migrations: Ne supprime jamais les migrations.
feedback-committe-sans-demander: Ne committe pas sans me demander.
feedback-ecris-commentaires-anglais: Écris les commentaires en anglais.
feedback-reponds-moi-francais: Réponds-moi en français, s'il te plaît.
feedback-var: Arrête d'utiliser var.
feedback-emojis-dans-commits: Plus d'emojis dans les commits.
feedback-emojis-dans-commits: Pas d'emojis dans les commits.
feedback-ecris-des-tests-pytest: Quand tu écris des tests, utilise pytest.
feedback-guillemets-doubles-dans-fichiers: Utilise des guillemets doubles dans tous les fichiers.
feedback-lancer-linter-avant-de-commiter: Il faut toujours lancer le linter avant de commiter.
feedback-demande-moi-avant-d-installer-paquet: À l'avenir, demande-moi avant d'installer un paquet.
feedback-paquet-scribe-core: Petite correction : le paquet s'appelle scribe-core.
feedback-touche-a-dans-vendor: Ne touche à rien dans vendor/, jamais.
feedback-stocke-de-mots-de-passe-clair: Ne stocke jamais de mots de passe en clair.
feedback-fois-ajoutes-endpoint-mets-a-jour-spec: Chaque fois que tu ajoutes un endpoint, mets à jour la spec.
feedback-ecris-test-pour-bug: Écris un test pour chaque bug.
feedback-commentaires-anglais: Les commentaires toujours en anglais.
feedback-demande-avant-de-supprimer-soit: Demande avant de supprimer quoi que ce soit.
feedback-tutoie-moi: Tutoie-moi, s'il te plaît.
project-postgres-pour-evenements: On a décidé d'utiliser Postgres pour les événements.
project-kafka-plutot-rabbitmq: Nous avons choisi Kafka plutôt que RabbitMQ.
project-clients-utilisent-python-3-9: Rappelle-toi que nos clients utilisent Python 3.9.
project-api-gelee-jusqu-mars: N'oublie pas que l'API est gelée jusqu'en mars.
project-factures-arrondies-par-ligne: Note que les factures sont arrondies par ligne.
project-equipe-deploie-vendredi: Notre équipe déploie le vendredi.
project-tailwind-pas-bootstrap: On utilise Tailwind, pas Bootstrap.
project-endpoints-versionnes: Tous les endpoints doivent être versionnés.
project-reste-sur-sqlite-pour-cache: On reste sur SQLite pour le cache.
project-deploie-vendredi: On ne déploie jamais le vendredi.
project-deployons-vendredi: Nous ne déployons jamais le vendredi.
project-mis-d-accord-pour-adopter-trunk-based: On s'est mis d'accord pour adopter le trunk-based development.
project-equipe-d-svelte: L'équipe a décidé d'utiliser Svelte.
project-dynamodb: Finalement, on a choisi DynamoDB.
project-redis-pour-cache: On va utiliser Redis pour le cache.
project-passes-de-jenkins-a-github-actions: On est passés de Jenkins à GitHub Actions.
project-frontend-vue: Pour le frontend, on utilise Vue.
project-depot-de-points-virgules: Dans ce dépôt, on n'utilise pas de points-virgules.
project-espaces: Faux, on utilise des espaces.
project-base-de-donnees-lecture-seule: Retiens que la base de données est en lecture seule.
project-supporter-ie11: N'oublie pas qu'on doit supporter IE11.
project-marie-responsable-de-facturation: Marie est responsable de la facturation.
project-dates-stockees-utc: Toutes les dates doivent être stockées en UTC.
project-pull-request-necessite-deux-relectures: Chaque pull request nécessite deux relectures.
project-branche-principale-trunk: Notre branche principale s'appelle trunk.
project-clients-surtout-des-hopitaux: Nos clients sont surtout des hôpitaux.
project-date-limite-31-mars: La date limite est le 31 mars.
project-supporte-node-16: On ne supporte plus Node 16.
project-service-propre-base-de-donnees: Chaque service a sa propre base de données.
project-produit-phare: Notre produit s'appelle Phare.
project-dates-utc: Note : toutes les dates sont en UTC.
project-stockons-secrets-dans-vault: Nous stockons les secrets dans Vault.
project-migre-de-yarn-a-pnpm: Nous avons migré de Yarn à pnpm.
reference-serveur-de-staging-staging-example-org: Souviens-toi que le serveur de staging est staging.example.org.
reference-documentation-sur-docs-example-org: La documentation est sur https://docs.example.org.
reference-ticket-core-142: Le ticket est CORE-142.
reference-tableaux-de-bord-dans-grafana: Les tableaux de bord sont dans Grafana.
reference-configuration-dans-settings-toml: La configuration se trouve dans config/settings.toml.
reference-tableau-sur-jira-example-org: Pour rappel, le tableau est sur https://jira.example.org/board.
reference-bugs-suivis-dans-linear: Les bugs sont suivis dans Linear.
reference-tableau-jira-ici-jira-example-com: Le tableau Jira est ici : https://jira.example.com/boards/42
reference-logs-de-production-dans-datadog: Les logs de production sont dans Datadog.
reference-doc-de-api-sur-api-example-com: La doc de l'API se trouve sur https://api.example.com/docs
reference-lien-du-wiki-wiki-example-org: Le lien du wiki est https://wiki.example.org
"""

NOT_FRENCH = """
Tu préfères les tabulations ou les espaces ?
Devrait-on toujours utiliser Postgres ?
Peut-être qu'on devrait utiliser Redis.
On pourrait utiliser Kafka.
Si on utilisait Redis, ce serait plus rapide.
Pour l'instant, utilise SQLite.
Aujourd'hui on va utiliser npm.
Dans ce test, utilise toujours la fausse horloge.
Cette fois, utilise npm.
Mon chef dit qu'il ne faut jamais utiliser d'ORM.
Le README dit de toujours lancer make.
Selon la documentation, il ne faut jamais l'appeler deux fois.
Corrige le bug de connexion.
Ajoute un test pour le parseur.
Je préfère ça.
J'aime bien.
J'aime bien cette idée.
Utilise la deuxième option.
Ne retiens pas ça : j'ai passé une mauvaise journée.
Par exemple, utilise toujours le mot banane.
Ça ne marche jamais.
Le build échoue toujours.
Je n'ai jamais vu cette erreur.
Pas de problème.
L'erreur est dans src/app.py.
Supprime le fichier.
Peux-tu utiliser pnpm au lieu de npm ?
Supposons qu'on a décidé d'utiliser Kafka.
Avant j'utilisais des tabulations.
Je ne sais pas pourquoi ça échoue.
Lance les tests.
On va voir.
Le commentaire dit « toujours utiliser des tabs ».
Je suis fatigué.
Non.
Merci, parfait.
Ne fais pas ça.
Peux-tu toujours écrire des tests ?
Pourquoi tu ajoutes toujours des commentaires ?
Quelle base de données préfères-tu ?
Je me demande si on devrait utiliser Kafka.
On utilisera peut-être Kafka.
Imagine qu'on a décidé d'utiliser Kafka.
Pour ce test, n'utilise pas de mocks.
Ne committe pas encore.
Ne supprime pas ça tout de suite.
Utilise SQLite pour le moment.
Écris une fonction qui renvoie toujours true.
Explique-moi pourquoi on utilise toujours des locks.
Ma collègue a dit de ne jamais lever d'exceptions.
Dans l'article, ils disent de toujours utiliser const.
Ça ne marche jamais du premier coup.
J'oublie toujours la syntaxe.
Tu fais toujours ça mal.
Non, l'autre bouton.
J'ai une erreur dans main.py.
Je suis en train de tester.
Je suis là.
J'ai besoin d'une page de login.
Je veux ajouter un mode sombre.
Je veux que le header soit fixe.
On doit corriger ça avant vendredi.
On a un problème avec le build.
Nos tests sont trop lents.
Le serveur est en panne.
Le fichier est dans /tmp/output.txt.
Regarde https://example.com
Laisse tomber.
N'enregistre pas ça.
Merci, ça marche.
Oui, vas-y.
Remplace foo par bar partout.
Renomme la fonction.
On part sur la deuxième option.
On va essayer.
Je n'aime pas.
Je n'aime pas ça.
Je ne sais pas si on utilise Redis.
Utilise ça.
Quelle est notre convention pour les branches ?
Où se trouve la configuration ?
Je crois qu'on a choisi Postgres, mais je ne suis pas sûr.
Si c'est plus rapide, utilise pnpm.
On va réparer le test.
Utilise ici la version 2.
Déplace le helper dans src/lib.
La faute de frappe est dans docs/api.md.
Le résultat est 42.
La page est lente.
J'utilise la nouvelle branche.
Ça me va.
J'aime bien le rendu.
On a deux options.
Tous les tests passent.
Non, ce fichier est bon.
Toujours la même erreur.
N'oublie pas les tests.
Fais plus court.
Un ami utilise toujours vim.
Je ne l'ai jamais utilisé.
Il faut qu'on parle.
Écris un script qui ne supprime jamais de fichiers.
"""


@pytest.mark.parametrize(("name", "sentence"), [*remembered(GERMAN), *remembered(SPANISH), *remembered(FRENCH)])
def test_it_is_remembered_under_a_name_that_says_so(name: str, sentence: str) -> None:
    check_remembered(name, sentence)


@pytest.mark.parametrize("sentence", [*forgotten(NOT_GERMAN), *forgotten(NOT_SPANISH), *forgotten(NOT_FRENCH)])
def test_it_is_left_alone(sentence: str) -> None:
    check_forgotten(sentence)
