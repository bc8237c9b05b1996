"""English sentences and what the offline writer makes of them. The tables of `tests.said`:
a name and what was said, and what is no memory.
"""

from __future__ import annotations

import pytest

from tests.said import check_forgotten, check_remembered, forgotten, remembered

ENGLISH = """
user-tabs-over-spaces-in-project: I prefer tabs over spaces in this project.
user-colour-blind-red-green-diagrams: I'm colour-blind, so avoid red/green diagrams.
user-short-answers: I like short answers better.
user-functional-style-than-classes: I like functional style better than classes.
user-small-prs-than-big: I'd rather have small PRs than big ones
user-composition-over-inheritance: I'd prefer composition over inheritance
user-usually-work-in-evenings-berlin-time: I usually work in the evenings, Berlin time
user-new-to-rust-explain-lifetimes-come: I'm new to Rust, so explain lifetimes when they come up
user-call-sam: Call me Sam.
user-timezone-europe-berlin: My timezone is Europe/Berlin
user-long-function-names: I hate long function names
user-rewrite-whole-files: I don't like it when you rewrite whole files
user-writing-go-for-ten-years: I've been writing Go for ten years
user-10-years-of-experience-with-java: I have 10 years of experience with Java
user-windows-with-wsl2: I'm on Windows with WSL2
user-neovim-editor: I use Neovim as my editor
user-responses-to-in-british-english: I'd like all responses to be in British English.
user-concise-answers-without-long-preamble: I prefer concise answers without a long preamble.
user-data-scientist-working-mostly-with-r: I'm a data scientist working mostly with R.
user-backend-developer-on-team: I'm the only backend developer on the team.
user-work-for-bank-security-matters-lot: I work for a bank, so security matters a lot.
user-based-in-tokyo-jst-for-times: I'm based in Tokyo, so use JST for times.
user-adhd-short: I have ADHD, so please keep things short.
user-github-username-octo-ada: My GitHub username is octo-ada.
user-pronouns-they-them: My pronouns are they/them.
user-speak-french-german: I speak French and German.
user-mocking: Please remember I hate mocking.
user-call-max: From now on call me Max.
user-emojis: i hate when you use emojis
user-commit-messages-lowercase: i like my commit messages lowercase
user-nested-ternaries-unreadable: I find nested ternaries unreadable.
user-stand-hungarian-notation: I can't stand Hungarian notation
user-zsh: I always use zsh
user-usually-review-prs-in-morning: I usually review PRs in the morning
user-working-with-gradle-not-maven: I'm used to working with Gradle, not Maven.
user-learn-from-examples: I learn best from examples.
user-native-english-speaker-simple-words: I'm not a native English speaker, please use simple words.
user-pytest-over-unittest: Can you add tests? Also, I prefer pytest over unittest.
user-write-mostly-kotlin: For what it's worth, I write mostly Kotlin.
user-short-commit-messages: I want short commit messages.
user-code-comments-in-english: I want all code comments in English.
user-jira-project-ops: My Jira project is OPS.
user-native-language-portuguese: My native language is Portuguese.
user-lisbon: I live in Lisbon.
user-student-explain-step-by-step: I'm a student, so explain things step by step.
user-sre-at-hosting-company: I'm an SRE at a hosting company.
user-left-handed: I'm left-handed
user-work-part-time-monday-to-wednesday: I work part-time, Monday to Wednesday.
user-german-keyboard-layout: I have a German keyboard layout.
user-macos-14: I'm on macOS 14.
user-docker: I don't use Docker.
user-explain-trade-offs: I like it when you explain the trade-offs.
user-magic-numbers: I really dislike magic numbers.
user-small-focused-pull-requests: I love small, focused pull requests.
user-ask-than-guess: I'd rather you ask than guess.
user-dark-themes: Personally I prefer dark themes.
user-explicit-over-implicit: My preference is explicit over implicit.
user-favorite-language-elixir: My favorite language is Elixir.
feedback-run-linter-before-committing: Please always run the linter before committing.
feedback-push-directly-to-main: Never push directly to main.
feedback-pnpm-instead-of-npm: No, use pnpm instead of npm.
feedback-write-commit-messages-in-english: From now on, write commit messages in English.
feedback-add-comments-to-code-unless-ask: Don't add comments to code unless I ask.
feedback-adding-emojis-to-commit-messages: Stop adding emojis to commit messages.
feedback-answer-in-german: I want you to always answer in German.
feedback-snake-case-for-database-columns: Use snake_case for all database columns.
feedback-postgres-not-mysql: actually it's Postgres, not MySQL
feedback-api-listens-on-port-8081-not-8080: that's wrong, the API listens on port 8081, not 8080
feedback-force-pushes-on-shared-branches: Stop doing force pushes on shared branches
feedback-lodash-in-codebase: please don't use lodash in this codebase
feedback-mock-database-in-integration-tests: don't mock the database in integration tests
feedback-write-tests-pytest-fixtures: When you write tests, use pytest fixtures.
feedback-ask-before-deleting-files: Always ask before deleting files.
feedback-conventional-commits: ok so from now on please use conventional commits
feedback-answers-short: Keep your answers short.
feedback-answer-in-french: Answer in French please
feedback-commit-directly-to-master: You should never commit directly to master.
feedback-tabs-not-spaces: use tabs, not spaces
feedback-named-exports-over-default-exports: Prefer named exports over default exports.
feedback-global-state: Avoid global state.
feedback-log-personal-data: Never ever log personal data
feedback-emojis-in-commit-messages: no more emojis in commit messages please
feedback-emojis-in-commit-messages: No emojis in commit messages, please.
feedback-add-regression-test-fix-bug: fix the login bug. also, from now on always add a regression test when you fix a bug
feedback-update-changelog: Make sure to always update the changelog.
feedback-run-make-fmt-before-commit: Remember to run make fmt before every commit.
feedback-whenever-add-endpoint-update-openapi-spec: Whenever you add an endpoint, update the OpenAPI spec.
feedback-committing-run-make-check: Before committing, always run make check.
feedback-4-spaces-tabs: Use 4 spaces, never tabs.
feedback-port-5433: Nope, the port is 5433
feedback-told-to-touch-vendored-code: I told you not to touch the vendored code
feedback-treat-warnings-errors: Treat warnings as errors from now on.
feedback-prod-database-read-only-write: the prod database is read-only, never write to it
feedback-write-tests-before-implementation: You should always write tests before the implementation.
feedback-typescript: Please never use any in TypeScript.
feedback-semicolons-in-codebase: Do not use semicolons in this codebase.
feedback-run-migrations-against-production: Don't ever run migrations against production.
feedback-committing-imperative-mood-in-subject-line: When committing, use the imperative mood in the subject line.
feedback-commit-without-asking-first: I don't want you to commit without asking me first.
feedback-service-name-billing-api-not-billing: No, that's not right. The service name is billing-api, not billing.
feedback-default-branch-develop: Wrong. The default branch is develop.
feedback-limit-500-requests-per-minute: That's incorrect, the limit is 500 requests per minute.
feedback-logger-instead-of-print: No no, use the logger instead of print.
feedback-var-const: Stop using var, use const.
feedback-summarizing-at-end: Please stop summarizing what you did at the end.
feedback-apologizing-time: Stop apologizing all the time.
feedback-quit-adding-docstrings-to-private-functions: Quit adding docstrings to private functions.
feedback-touch-generated-files-in-src-gen: Never touch the generated files in src/gen.
feedback-absolute-imports: Always use absolute imports.
feedback-standard-library-modules-unless-otherwise: Only use standard library modules unless I say otherwise.
feedback-pytest-instead-of-unittest: Use pytest instead of unittest.
feedback-rg-grep: use rg not grep
feedback-double-quotes-for-strings-everywhere: Use double quotes for strings everywhere.
feedback-python-code-add-type-hints: For Python code, always add type hints.
feedback-commits-format-type-scope-message: For commits, use the format "type(scope): message".
feedback-run-prettier-before-finish: Going forward, please run prettier before you finish.
feedback-explain-reasoning-first: From now on I want you to explain your reasoning first.
feedback-endpoints-return-json-api: Henceforth all endpoints return JSON:API.
feedback-ask-before-installing-packages: In the future, ask before installing packages.
feedback-abbreviations-in-variable-names: Avoid abbreviations in variable names.
feedback-composition-over-inheritance: Prefer composition over inheritance.
feedback-answer-in-spanish: Please answer in Spanish from now on.
feedback-write-documentation-in-english: Write all documentation in English.
feedback-ask-before-making-changes-to-schema: Ask me before making changes to the schema.
feedback-unsure-ask-instead-of-guessing: If you're unsure, ask me instead of guessing.
feedback-log-customer-data: It's important that you never log customer data.
feedback-treat-typescript-errors-blockers: Treat TypeScript errors as blockers.
feedback-squash-before-merge: One more thing: always squash before you merge.
feedback-functions-under-40-lines: As a rule, keep functions under 40 lines.
feedback-touch-under-vendor: Please don't touch anything under vendor/.
feedback-edit-generated-files-by-hand: Don't edit generated files by hand.
feedback-log-personal-data: Do not log personal data, ever.
feedback-store-passwords-in-plain-text: Never store passwords in plain text.
feedback-force-push-on-shared-branches: Never use force push on shared branches, please.
feedback-answer-in-bullet-points: Please never answer in bullet points.
feedback-word-delve: please stop using the word "delve"
feedback-show-diff-first: I'd like you to always show me the diff first.
feedback-run-tests: I expect you to run the tests before you say you're done.
feedback-modify-public-api-without-asking: You must not modify the public API without asking.
feedback-ask-before-running-tests: You don't need to ask before running tests.
feedback-refactor-public-interface-unchanged: When you refactor, keep the public interface unchanged.
feedback-whenever-finish-task-update-todo-file: Whenever you finish a task, update the TODO file.
feedback-opening-pr-run-full-test-suite: Before opening a PR, run the full test suite.
feedback-deploy-check-error-dashboard: After every deploy, check the error dashboard.
feedback-early-returns: Prefer early returns.
feedback-type-hints-everywhere: Use type hints everywhere.
feedback-lf-line-endings-in-files: Use LF line endings in all files.
feedback-semantic-versioning-for-releases: Use semantic versioning for releases.
feedback-write-tests-for-bug-fix: Write tests for every bug fix.
feedback-write-commit-messages-in-present-tense: Write commit messages in the present tense.
feedback-prefix-branch-names-with-feat-fix: Always prefix branch names with feat/ or fix/.
feedback-indentation-2-spaces-tabs: Indentation: 2 spaces, no tabs.
feedback-ask-before-delete: Ask before you delete anything.
feedback-address-dr-chen: Address me as Dr. Chen.
project-postgres-for-event-store: We decided to use Postgres for the event store.
project-go-with-fastapi-for-backend: Let's go with FastAPI for the backend.
project-team-deploys-on-fridays-after-4pm: Our team deploys on Fridays only after 4pm.
project-tailwind-not-bootstrap: We're using Tailwind, not Bootstrap.
project-going-with-react-query-for-data-fetching: We're going with React Query for data fetching
project-kubernetes-for-deployment: we will use Kubernetes for the deployment
project-deploy-from-release-branch: remember we deploy from the release branch
project-legacy-api-frozen-until-q3: note that the legacy API is frozen until Q3
project-customers-on-python-3-9: Keep in mind that customers are on Python 3.9
project-ci-runs-on-arm-machines: don't forget that our CI runs on ARM machines
project-vitest-not-jest: No, we use Vitest, not Jest.
project-api-keys-rotate-90-days-hardcode: Hey, quick note: our API keys rotate every 90 days, so never hardcode them.
project-endpoints-versioned: We agreed that all endpoints must be versioned.
project-migrations-reversible: All migrations must be reversible.
project-commit-messages-follow-conventional-commits: Commit messages must follow Conventional Commits.
project-redis-for-caching-instead-of-memcached: Let's use Redis for caching instead of memcached.
project-stick-with-sqlite-for-local-cache: Let's stick with SQLite for the local cache.
project-merge-without-two-approvals: We never merge without two approvals.
project-squash-before-merging: We always squash before merging
project-yarn: We don't use yarn here
project-switched-from-jenkins-to-github-actions: We switched from Jenkins to GitHub Actions.
project-style-guide-google: Our style guide is the Google one
project-deadline-3rd: The deadline is May 3rd
project-releases-go-second-tuesday: Releases go out every second Tuesday
project-chose-terraform-over-pulumi: We chose Terraform over Pulumi
project-monorepo: It was decided that we keep the monorepo.
project-postgres: Postgres it is.
project-kafka-for-events: Decision: use Kafka for events
project-go-with-grpc-between-services: Final decision: we go with gRPC between services.
project-main-branch-trunk-not-main: Our main branch is called trunk, not main.
project-invoices-rounded-per-line-not-per-total: Please remember: invoices are rounded per line, not per total.
project-spaces: Wrong, we use spaces.
project-users-mostly-on-android: Our users are mostly on Android.
project-support-python-3-10-newer: We only support Python 3.10 and newer.
project-drop-support-for-python-3-8: We've decided to drop support for Python 3.8.
project-team-to-adopt-trunk-based-development: The team agreed to adopt trunk-based development.
project-settled-on-vue-for-frontend: We settled on Vue for the frontend.
project-migrating-from-rest-to-grpc: We're migrating from REST to gRPC.
project-went-with-dynamodb-of-scaling-requirements: We went with DynamoDB because of the scaling requirements.
project-chose-svelte: After some discussion we chose Svelte.
project-standardize-on-iso-8601-timestamps: Let's standardize on ISO 8601 timestamps.
project-go-with-terraform: OK, let's go with Terraform then.
project-sentry-project-web-frontend: Our Sentry project is called web-frontend.
project-feature-flags-for-release: Remember that we use feature flags for every release.
project-minimum-supported-browser-safari-15: Note: our minimum supported browser is Safari 15.
project-cron-job-runs-at-3am-utc: Note to self: the cron job runs at 3am UTC.
project-support-ie11: Keep in mind we have to support IE11.
project-monorepo-with-nx: Don't forget we're on a monorepo with Nx.
project-services-run-on-kubernetes: Just so you know, all our services run on Kubernetes.
project-deploy-with-helm-not-with-kustomize: No, we deploy with Helm, not with Kustomize.
project-bun-instead-of-node: Actually, we use Bun instead of Node.
project-timestamps-in-utc: All timestamps must be stored in UTC.
project-pull-request-at-least-two-reviewers: Every pull request needs at least two reviewers.
project-branch-names-start-with-ticket-number: Branch names should always start with the ticket number.
project-tests-next-to-source-files-not-in-separate: Tests live next to the source files, not in a separate folder.
project-project-4-spaces-for-indentation: In this project we use 4 spaces for indentation.
project-team-pair-on-migrations: In our team we always pair on migrations.
project-convention-to-name-hooks-usexyz: Our convention is to name hooks useXyz.
project-company-standard-java-17: Our company standard is Java 17.
project-staging-environment-reset-night: Our staging environment is reset every night.
project-customers-mostly-hospitals: Our customers are mostly hospitals.
project-allow-direct-pushes-to-main: We don't allow direct pushes to main.
project-deploy-on-fridays: We never deploy on Fridays.
project-rebase-instead-of-merging: We always rebase instead of merging.
project-require-signed-commits: We require signed commits.
project-support-chrome-firefox: We support only Chrome and Firefox.
project-deploy-twice-week-on-tuesday-thursday: We deploy twice a week, on Tuesday and Thursday.
project-deadline-for-migration-march-31: The deadline for the migration is March 31.
project-sprint-planning-monday: Sprint planning is every other Monday.
project-priya-owns-payments-service: Priya owns the payments service.
project-payments-team-responsible-for-ledger-service: The payments team is responsible for the ledger service.
project-package-scribe-core-not-scribe: quick correction: the package is called scribe-core, not scribe
project-standardized-on-opentelemetry-for-tracing: We've standardized on OpenTelemetry for tracing.
project-public-api-stays-backwards-compatible: We have decided that the public API stays backwards compatible.
project-sqlite-for-local-cache: I've decided to use SQLite for the local cache.
project-decision-to-monolith: So the decision is to keep the monolith.
project-settle-on-two-space-indentation: Let's settle on two-space indentation.
project-redux: Let's not use Redux.
project-going-to-support-windows: We're not going to support Windows.
project-support-node-16: We won't support Node 16 anymore.
project-legacy-frozen-touch: Everything in legacy/ is frozen, don't touch it.
project-service-own-database: Each service has its own database.
project-module-readme: Every module must have a README.
project-repos-mit-license: All our repos use the MIT license.
project-api-responses-in-camelcase: API responses must be in camelCase.
project-pr-larger-than-400-lines: No PR should be larger than 400 lines.
project-code-style-follows-pep-8: Our code style follows PEP 8.
project-team-lead-jordan: Our team lead is Jordan.
project-main-customer-city-of-lyon: Our main customer is the city of Lyon.
project-product-lighthouse: Our product is called Lighthouse.
project-projects-code-name-falcon: The project's code name is Falcon.
project-staging-database-orders-stg: The staging database is called orders_stg.
project-team-distributed-across-three-time-zones: The team is distributed across three time zones.
project-release-branch-cut-second-wednesday: The release branch is cut every second Wednesday.
project-api-rate-limit-100-requests-per-minute: The API rate limit is 100 requests per minute, remember that.
project-dates-in-utc: Note that all dates are in UTC.
project-alice-approves-schema-changes: Please note: Alice approves all schema changes.
project-vpn-required-for-staging: Make a note that the VPN is required for staging.
project-deploys-frozen-in-december: Don't forget: deploys are frozen in December.
project-ci-10-minute-timeout: Remember, our CI has a 10 minute timeout.
project-tests-docker: For the record, the tests need Docker.
project-log-messages-contain-emails: Log messages should never contain emails.
project-tests-deterministic: Tests should always be deterministic.
reference-design-docs-at-docs-example-com: The design docs are at https://docs.example.com/design.
reference-staging-server-staging-example-com: Remember that the staging server is staging.example.com.
reference-bugs-in-linear-under-project-core: Bugs are tracked in Linear under project CORE.
reference-ticket-core-142: the ticket is CORE-142
reference-config-in-settings-toml: The config lives in config/settings.toml
reference-dashboards-at-grafana-example-org: dashboards are at https://grafana.example.org/d/abc
reference-vault-address-vault-example-org: for future reference: the vault address is https://vault.example.org
reference-runbook-in-confluence-under-ops: The runbook is in Confluence under Ops.
reference-ask-maria-billing-questions: Ask Maria about billing questions.
reference-design-files-in-figma-figma-example-com: Design files are in Figma: https://figma.example.com/f/1
reference-docs-docs-example-org: Docs: https://docs.example.org/api
reference-staging-dashboard-grafana-example-org: Staging dashboard: https://grafana.example.org/staging
reference-adrs-in-adr: You can find the ADRs in docs/adr/
reference-deployment-questions-see-deploy-md: For deployment questions, see docs/deploy.md
reference-slack-channel-team-billing: The Slack channel is #team-billing.
reference-api-at-api-example-com: Our API is documented at https://api.example.com/docs.
reference-production-logs-in-datadog-under-service: The production logs are in Datadog under service "checkout".
reference-ci-config-in-ci-yml: The CI config lives in .github/workflows/ci.yml.
reference-brand-guidelines-in-figma: You can find the brand guidelines in Figma.
reference-jira-board-jira-example-com: The Jira board is https://jira.example.com/boards/42
reference-on-call-rota-in-pagerduty: The on-call rota is in PagerDuty.
reference-database-password-in-vault-in-env: Remember: the database password is stored in Vault, never in .env.
reference-contact-lee-for-access-to-staging-cluster: Contact Lee for access to the staging cluster.
reference-error-budget-dashboard-at-grafana-example-com: The error budget dashboard is at https://grafana.example.com/d/slo
reference-legacy-importer-handles-utf-8: Keep in mind: the legacy importer only handles UTF-8.
reference-demo-account-demo-example-org: Remember this for later: the demo account is demo@example.org
reference-slack-at-example-slack-com: FYI our Slack is at https://example.slack.com
reference-spec-at-spec-example-org: The spec lives at https://spec.example.org/v2
reference-architecture-diagram-in-architecture-md: The architecture diagram is in docs/architecture.md
reference-api-keys-in-1password: API keys are stored in 1Password.
reference-track-bugs-in-jira-project-ops: We track bugs in Jira, project OPS.
reference-docs-on-read-docs-proj-readthedocs-example: Our docs are hosted on Read the Docs: https://proj.readthedocs.example
"""

NOT_ENGLISH = """
Do you prefer tabs or spaces?
Should we always use transactions here?
What if we used Redis for the queue?
If we used Redis, we could cache the results
If I preferred tabs I would say so.
Maybe we should use GraphQL.
We could go with Postgres.
For now, use SQLite.
use the mock server for now
In this test, always use the fake clock.
This time use verbose logging
Today let's go with the quick fix.
Just once, skip the tests.
Let's temporarily use polling.
The reviewer wrote "always use tabs".
"Never use tabs" is what the linter says.
He said we should never use ORMs.
The README says always run make first.
According to the docs, you should never call this twice.
My boss told me to always use Java.
Don't remember this: I had a bad day.
please don't save this to memory, but our budget is 5k
For example, always use the word banana.
Imagine you are a pirate who always says arr.
I prefer that one.
I like it.
I like the new design!
Let's go with the second option.
Let's go with that.
Never mind.
Always a pleasure!
I always forget how this works
We always get a timeout here
the build always fails on CI
It never worked before
Never seen this error before
fix the bug in auth.py
add a test for the parser
Can you use pnpm instead of npm?
could you always run the tests?
run the tests and commit
don't worry about the warnings
don't delete the file yet
don't do that
I don't know why it fails
The bug is in src/app.py
the error is at src/foo.py line 3
> Always use tabs
> We decided to use Mongo
`always use tabs`
I think we should use Rust
suppose we decided to use Kafka
We decided to wait.
Remember me?
Do you remember when we used SVN?
I remember that we used SVN
I can't remember the name
use a for loop here
use the new API in client.py
Let's use a map for this
Actually the tests are failing
No, the button is still blue
actually, the login page is broken
wait, that's the wrong file
No.
ok thanks
You always say that
they always use tabs
I'm a bit confused
I'm on the main branch
I'm not sure we should use it
I need a login page
I want a dark theme toggle
I want you to fix the login page
I'd like a button here
make sure the tests pass
Remember to update the changelog
don't forget to push
Let's switch to the main branch
let's move on to the next step
It must be a race condition
There must be a way
The server must be restarted now
Is it possible to never see this again?
My colleague prefers tabs.
Some people prefer tabs.
I used to prefer tabs.
I wish we used Go.
Not sure whether we should go with AWS
we might use Kafka for events
Translate: "I prefer tea over coffee"
Write a story where the hero always lies.
Pretend that we decided to use COBOL.
just kidding, we use COBOL for everything
The docs at https://example.com are wrong
check https://example.com/x
look at src/main.py
Let me know when you're done
Why do we never test this?
how about we always use tabs
the function should always return a list
The response is always empty
This never happens on Linux
i prefer not to
use it instead
No, not that one.
Let's go with option B
I'll use the other one
we're going with your suggestion
{"rule": "always use tabs"}
2024-05-01 12:00:00 INFO we decided to use Postgres
+ always use tabs
Let's keep it simple
I love this!
Stop the server
stop doing that
Avoid this.
Never again!
My password is hunter22
When you are done, run the tests.
let's use this library
The user said: we decided to use X
we decided yesterday that the release is postponed
Please use the staging credentials for this run
it's fine
Actually, it is not.
wrong file
no, the other function
don't use the cache in this branch
From now until Friday use the backup server
Could you use tabs here?
Do we use tabs or spaces in this project?
Is it better to always use const?
Why do you always add comments?
What do you prefer, pnpm or yarn?
Should I prefer composition over inheritance?
Would you rather use Redis or Memcached?
Do you think we should go with Postgres?
Who decided to use MongoDB?
I wonder if we should switch to Rust.
Maybe we'll go with Kafka.
We might decide to use Kafka later.
Let's say we decided to use Kafka, what would change?
Imagine we always deploy on Fridays.
If I were you I would always use tabs.
It would be nice if we always had tests.
I could use some help with the build
We should probably use a queue here.
Perhaps use a set instead of a list.
For now let's go with a hardcoded value.
Let's use a hardcoded token for now, we'll fix it later.
Just for this PR, skip the changelog.
In this test we use a fake clock.
For this one file, don't add type hints.
Today we deploy manually.
This time, don't run the formatter.
Temporarily disable the linter.
Right now the docs are at http://localhost:8000
Use port 9999 while testing this.
Don't run the tests yet.
Don't commit anything until I've reviewed it.
Don't worry about the linter for now.
Please run the tests again.
Please fix the failing test and then commit.
Add a README section about installation.
Rename foo to bar everywhere.
Replace all tabs with spaces in utils.py.
Write a function that always returns true.
Create a script that never deletes files.
Implement retry logic, always wait 5 seconds between attempts
Make the button always visible
The modal should never overlap the header
The cache should always be invalidated after writes
Generate a config that uses Postgres instead of MySQL
Change the code to use async instead of callbacks
Refactor this to use hooks instead of classes
Explain why we always use locks here.
Tell me what you prefer.
Show me how to use pnpm instead of npm
Convert this from JavaScript to TypeScript
The test always fails on the second run.
It always crashes when I click save.
My build never finishes.
You never answered my question.
You always do this wrong.
I never said that.
I always get confused by this API.
I've never used Rust before.
She said we never deploy on Fridays.
The customer told us they always use IE11.
Bob wrote in the ticket: always use the v2 endpoint.
The article claims you should never use ORMs.
The docs say "always call close()".
The error message says: never call this twice
Someone on Stack Overflow recommends using setTimeout instead of setInterval
According to the style guide, always use tabs.
The commit message was "always use tabs".
The comment `// never remove this` is confusing.
"I prefer dark mode" is what the user typed.
'From now on use tabs' was the old instruction
My teammate likes tabs.
They decided to use Angular.
Google uses a monorepo.
Most people prefer VS Code.
For example: "I prefer tea".
e.g. always use tabs
Here is a sample rule: never use tabs
Act as a senior engineer who always uses Rust.
You are a helpful assistant that never says no.
Translate to French: I prefer coffee.
Don't save this, but I'm looking for a new job.
Do not remember my name.
Forget what I said about tabs.
Ignore my last message.
I was just kidding, we never use COBOL
I like that.
I love it, thanks!
I prefer this.
I like the second approach better.
Let's go with the first one.
Let's go with your suggestion.
We decided to do it later.
We'll see.
We're going with it.
Always!
Never.
No thanks.
Nope, still broken.
Actually never mind.
Actually, let's look at the other file first.
Wait, what?
That's wrong.
That's not what I meant.
Wrong, try again.
No, I meant the other button.
no the header should be blue
I'm stuck.
I'm getting a 500 error from the API.
I'm trying to use pnpm instead of npm but it fails.
I'm working on the login page.
I'm going to lunch.
I need to deploy by 5pm today.
I want to add a dark mode.
I want the header to be sticky.
I have a question.
I have an error in main.py
I have a meeting in 10 minutes
My code is broken.
My test fails.
my name is undefined in the output
The file is at /tmp/output.txt
The bug is at line 42 of parser.py
See the stack trace at https://sentry.example.com/1
Look at https://example.com/issue/3 and fix it.
The server is down.
Our build is failing again.
Our tests are too slow.
We have a bug in the parser.
We use a while loop here and it never terminates.
We need to fix this before Friday.
Remember to commit.
Remember when we used SVN?
I can't remember the command.
Note that this is only a draft.
Thanks, that works!
ok do it
go ahead
Can you make sure we always close the file?
Is port 8080 always used here?
Does our team deploy on Fridays?
What's our convention for branch names?
Which linter do we use?
Where are the docs?
Do you know where the config lives?
Why did we decide to use Redis?
Have we decided on a database yet?
Any idea why it always fails?
I think we decided to use Postgres but I'm not sure.
I'm not sure if we use tabs.
I believe the docs are at https://docs.example.org but check.
We were thinking about using Kafka.
We talked about using Rust.
We had decided to use MySQL back then.
I would have preferred tabs.
I'd prefer tabs if the linter allowed it.
If it's faster, use pnpm.
In that case use a list.
Unless you object, use a queue.
Try using pnpm instead of npm.
Try Postgres instead.
Let's try Redis.
Let's see what happens if we never retry.
Let's discuss this later.
Let's do this first.
Let's add a button.
Let's fix the tests.
let's write a script that uses Postgres
Use this token: abc
Use the second argument.
Use version 2 here.
Use it for the header.
Use a different name for this variable.
Put it in src/utils.py.
Move the helper to src/lib.
Add it to the README.
Please update the docs at docs/api.md.
Check docs/api.md for typos.
The typo is in docs/api.md.
The function is in src/util.py.
The failing job is at https://ci.example.org/1234
The stack trace is below.
The result is 42.
The output is wrong.
The answer is no.
The problem is that we always reload.
The issue is we never close the connection.
The reason is simple.
The page is slow.
The list is empty.
The button is called "Save".
My guess is that it never runs.
My question is whether we use tabs.
My computer crashed.
My boss is annoyed.
I am done for today.
I am trying to understand this.
I'm getting this error.
I'm using your suggestion.
I'm using the new branch.
I'm a bit lost.
I'm happy with that.
I'm in a hurry.
I work on this every day
I use this function a lot.
I like how this looks.
I like where this is going.
I love this project.
I hate this.
I hate that it always breaks.
I don't like this.
I don't like the way it looks.
I don't want this.
I don't need that anymore.
I don't think we should.
I never asked for that.
I always thought it was slow.
You always forget the semicolon.
You never run the tests.
You should fix that.
You should use a different approach here.
You need to restart the server.
You can delete it.
You can always ask me.
We should talk.
We should refactor this.
We must fix this today.
We need more tests.
We use it twice.
We have two options.
We have tests for that.
We got an error.
We agreed on this.
We decided nothing.
Our app is crashing.
Our deploy failed.
Our CI is red.
Every test fails.
All tests pass.
All good.
Everything works.
No tests were run.
No errors.
No, leave it.
No, do the first one.
No, that file is fine.
Actually it works.
Actually, I changed my mind.
Wait, don't do that.
Never say never.
Always the same error.
Always 42.
Remember that time we broke prod?
Note the difference.
Note: see above.
Important: read the file first.
Reminder: stand-up in 5 minutes.
FYI I pushed a fix.
FYI the build is broken.
Don't forget the tests.
Don't break the build.
Don't panic.
Don't change it.
Don't use that.
Don't ask.
Stop.
Stop it.
Stop the container.
Avoid that.
Make it shorter.
Make sure it compiles.
Make the functions small in this file.
Keep going.
Keep it.
Be careful with that.
Ask Bob.
Call me later.
Call me when it's done.
Someone told me to use tabs.
My friend always uses vim.
The client wants us to use Java.
The linter prefers double quotes.
ESLint says to never use var.
In the tutorial they always use yarn.
> I prefer tabs
Write a haiku about always using tabs.
Summarize: "We decided to use Go. We never looked back."
What does "never commit to main" mean?
"""


@pytest.mark.parametrize(("name", "sentence"), [*remembered(ENGLISH)])
def test_it_is_remembered_under_a_name_that_says_so(name: str, sentence: str) -> None:
    check_remembered(name, sentence)


@pytest.mark.parametrize("sentence", [*forgotten(NOT_ENGLISH)])
def test_it_is_left_alone(sentence: str) -> None:
    check_forgotten(sentence)
