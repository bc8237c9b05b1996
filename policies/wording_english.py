"""English wording that is held; the form of the table is explained in `policies.wording`.

A rule that an honest sentence could match is narrowed until it cannot, or until the sentence is one that a person
would want to see before an agent follows it. What an app does with its users is such a twin ("users must not see
the draft banner"), what a program does by itself another ("the parser ignores missing files").
"""

from policies.wording import Table

__all__ = ["TABLE"]

_FILLERS = """
    a an the of my your our their his her its all any each every some such these those both now then ever even
    simply kindly immediately please just also very really actually own entire whole full currently
"""

_CLASSES = """
# -- who, what, and not ------------------------------------------------------------------------------------------
shadow: do_not_hesitate not_hesitate do_not_forget never_forget do_not_fail_to never_fail_to do_not_stop
    do_not_worry never_mind do_not_wait do_not_bother not_only no_matter
not: do_not not never must_not should_not may_not can_not shall_not avoid without refrain_from
    under_no_circumstances make_sure_not_to not_to there_is_no_need_to no_need_to
neg: not no never neither nor avoid prevent refuse forbid forbidden prohibited against stop reject nobody
mustnot: must_not should_not shall_not need_not will_not must_never should_never can_never may_never is_not_to
    are_not_to does_not_need_to do_not_need_to is_never_to
who: user human operator developer owner person admin administrator maintainer reviewer principal
the_user: the_user your_user this_user our_user the_human your_human the_operator the_developer the_owner
a_user: a_user any_user users user someone anyone anybody somebody
anyone: @who users humans developers operators reviewers anyone anybody everyone someone them him others people
    auditors
this: this it that these those any_of_this any_of_that any_of_it all_of_this
order: instruction instructions directive directives memory memories note notes rule rules prompt prompts entry
    message guideline guidelines
about: about what why how of anything everything unless even regarding concerning that_you that_this that_it that_we
    that_these that_the_memory afterwards
tell: tell telling told inform informing notify notifying alert alerting warn warning advise show showing
mention: mention mentioning reveal revealing disclose disclosing discuss discussing share sharing admit admitting
    acknowledge acknowledging bring_up divulge expose exposing talk_about speak_of
said: reply replies response responses answer answers summary summaries output chat conversation report reports
know: know notice find_out realize realise suspect discover learn
secret: secret hidden between_us between_ourselves to_yourself off_the_record under_wraps
adverb: secretly covertly stealthily surreptitiously discreetly clandestinely
softly: silently quietly invisibly
deed: send post upload forward transmit exfiltrate copy leak email mail submit share append add insert include embed
    attach run execute install download fetch delete remove call invoke approve accept grant disable enable change
    modify replace transfer push store save log record collect

# -- setting aside -------------------------------------------------------------------------------------------------
ignore: ignore ignoring disregard disregarding forget forgetting neglect disobey violate abandon dismiss unlearn
    pay_no_attention_to stop_following stop_obeying no_longer_follow do_not_follow never_follow not_follow
    do_not_obey not_obey cease_following put_aside set_aside throw_out throw_away skip_over
override: override overriding bypass bypassing circumvent circumventing overrule discard drop cancel erase void
    nullify supersede suspend break replace delete wipe_out
ignored: ignored disregarded forgotten overridden discarded bypassed dismissed void
previous: previous prior earlier above preceding foregoing former aforementioned existing original initial old past
    your system developer safety security ethical last current other further given remaining hidden
before: previous prior earlier preceding foregoing former above your original
strong: instruction instructions guideline guidelines directive directives guardrail guardrails safeguard safeguards
    programming training prompt prompts
weak: rule rules policy policies restriction restrictions constraint constraints order orders command commands
    direction directions task tasks assignment assignments objective objectives request requests safety_checks
said_before: context conversation conversations message messages text texts information input inputs dialogue
    content history
everything: everything anything all whatever
told: above told said learned know taught instructed you_were you_have_been i_said i_told they_said up_to_now so_far
    until_now up_to_this_point before_this
wish: request requests wish wishes preference preferences instruction instructions command commands message messages
    question questions objection objections order orders input
no_longer: void cancelled canceled revoked null suspended no_longer_apply no_longer_valid no_longer_binding
    no_longer_in_effect invalidated lifted
says: says say asks ask wants objects object requests request tells refuses disagrees instructs insists complains
    protests said asked
asks: says say said asks ask asked mentions mention mentioned types typed writes wrote requests requested tells told
    thanks thanked greets greeted replies replied responds responded confirms confirmed brings_up talks_about
    inquires enquires wants wanted queries questions enters runs opens starts
speaks: says say asks ask mentions mention types greets thanks tells inquires enquires talks_about brings_up
role: unrestricted uncensored unfiltered evil dan hacker malicious jailbroken amoral unbound unlimited stan
persona: @role ai bot chatbot assistant model persona character terminal interpreter pirate
become: you_are_now from_now_on_you_are from_now_on_you_will_be you_will_now_be you_will_now_act
    you_are_going_to_act from_now_on_act
play: act_as pretend_to_be pretend_you_are pretend_that_you_are roleplay_as role_play_as behave_as behave_like
    assume_the_role_of play_the_role_of simulate_being imagine_you_are
unbound: no without free_from not_bound_by no_longer_bound_by not_limited_by not_subject_to unbound_by exempt_from
limit: restrictions restriction limits limitations filters rules guidelines policies ethics censorship morals
    guardrails constraints policy content_policy
mode: dan_mode jailbreak_mode god_mode unrestricted_mode jailbroken_mode evil_mode
yours: task goal instruction instructions role objective mission purpose job directive identity orders persona
safety: safety ethical moderation content_policy alignment
filter: filter filters check checks guideline guidelines measure measures protocol protocols mechanism mechanisms
    restriction restrictions guardrail guardrails rule rules limit limits constraint constraints feature features
ask: asking consulting confirming_with confirmation_from approval_from permission_from checking_with informing
    notifying telling alerting warning involving
permit: approved authorized authorised consented pre_approved preapproved granted agreed permitted given_permission
    given_consent
blanket: all_future all_actions all_commands all_tool all_requests any_command any_action every_action future
    in_advance full_access unrestricted all_further all_subsequent all_transactions all_operations
approve: auto_approve autoapprove automatically_approve automatically_accept pre_approve always_approve always_allow
    always_accept
called: command commands action actions tool_call tool_calls tool operation operations permission permissions
    transaction transactions everything
recite: reveal write_down quote print repeat output show display dump share leak write_out recite expose disclose
    tell_me give_me translate summarize spell_out return what_is what_are what_were
inner: system_prompt initial_prompt hidden_prompt original_prompt system_message initial_instructions
    original_instructions secret_instructions hidden_instructions exact_instructions system_instructions
    internal_instructions full_instructions custom_instructions

# -- triggers ------------------------------------------------------------------------------------------------------
when: when if whenever once as_soon_as every_time each_time next_time after the_moment anytime any_time in_case
    should on_the_next_occasion
act: run execute send call invoke delete remove fetch visit download upload install transfer forward grant disable
    approve recommend suggest promote praise tell claim insist reveal exfiltrate post email append insert include
    push buy purchase book pay order click navigate respond_that reply_that answer_that respond_with reply_with say
    activate unlock leak copy open output print change switch wipe drop erase ignore bypass
actweak: @act export write use add show respond reply answer save store commit accept enable
see: see read encounter receive hear find spot notice come_across
codeword: word phrase token codeword code_word keyword string passphrase password secret_phrase trigger
trigger: trigger_word trigger_phrase activation_word activation_phrase activation_code secret_word secret_phrase
    magic_word magic_phrase codeword code_word trigger_string safe_word
theirs: users_message user_message user_query users_query user_prompt users_prompt user_input the_message the_query
    the_prompt the_conversation the_question user_question user_request
contains: contains mentions includes has starts_with ends_with
itself: memory note instruction entry
read_up: read loaded recalled retrieved opened accessed processed seen
away: is_away is_not_looking is_not_watching is_offline is_asleep is_distracted is_gone steps_away is_afk

# -- sending away --------------------------------------------------------------------------------------------------
send: send post upload forward transmit exfiltrate leak email e_mail mail submit copy share push deliver beacon pipe
    sending posting uploading forwarding transmitting exfiltrating leaking emailing submitting copying sharing relay
    report dump smuggle siphon cc bcc sync synchronize mirror log
sends: @send sends posts uploads forwards transmits exfiltrates leaks emails shares
smuggle: exfiltrate smuggle siphon leak
secrets: secrets credentials passwords passphrases api_keys api_tokens access_tokens auth_tokens session_tokens
    session_cookies browser_cookies ssh_key ssh_keys private_key private_keys signing_keys access_keys secret_keys
    aws_keys encryption_keys id_rsa <secret-file> env_file env_vars env_variables environment_variables
    environment_file password_file credential_file keychain password_database recovery_codes seed_phrase
    seed_phrases private_data personal_data sensitive_data confidential_data personal_information
    sensitive_information confidential_information private_information sensitive_files private_files
    full_environment entire_environment process_environment credit_card_numbers
talk: conversation conversations conversation_history chat_history chat_log chat_logs chat_transcript transcript
    transcripts chats system_prompt memories memory_files memory_file stored_memories message_history
    command_history shell_history browsing_history everything_the_user everything_you_know user_data users_data
    users_files user_messages user_emails user_files user_prompts user_questions user_conversations users_messages
    users_emails users_inputs users_input user_input user_inputs users_questions users_prompts contents_of_files
    full_context context_window codebase source_code
private: @secrets @talk
what_is_seen: file files page pages document documents everything anything whatever
have_seen: read see open edit write find access
single: api_key access_token auth_token secret_key
header: header headers authorization bearer
placed: <url> <email> <host> webhook webhooks external_server remote_server external_endpoint remote_endpoint
    external_url remote_url external_address attacker attackers_server third_party_server pastebin gist telegram_bot
    discord_webhook collection_server command_server c2_server drop_server following_url following_address
    following_endpoint following_server external_service unknown_server the_server at_evil
carried: url urls link links query query_string image images webhook dns every_response every_request every_reply
    outgoing_request outgoing_requests image_url every_message every_email url_parameter every_answer
put: append include embed attach encode insert add put hide smuggle encoding embedding appending
with: with followed_by including containing along_with together_with carrying
visit: visit fetch open request load navigate_to access call curl wget ping query browse_to
sent: sent forwarded uploaded posted transmitted shared copied emailed exfiltrated leaked mailed relayed submitted
are: be are is get gets being been
money: money funds bitcoin btc ether eth usdt usd dollars euros balance savings payment crypto cryptocurrency
account: wallet wallet_address bank_account account_number iban account my_account this_account
move: transfer send wire pay withdraw

# -- standing orders ----------------------------------------------------------------------------------------------
machine: ai ais agent agents assistant assistants llm llms language_model language_models model chatbot chatgpt gpt
    claude gemini copilot codex bot coding_agent
shall: must should shall needs_to need_to has_to have_to is_required_to are_required_to is_expected_to
    are_expected_to will_always ought_to is_instructed_to are_instructed_to
be: be have has know own been already see need install use set specify provide also first ensure accept agree
    include cause give retain keep make not
always: always never
future: future subsequent upcoming later
session: session sessions conversation conversations response responses reply replies answer answers interaction
    interactions message messages task tasks chat chats request requests
persist: memory memories long_term_memory persistent_memory knowledge_base
"""

_RULES = """
# -- concealment: it is kept from the user --------------------------------------------------------------------------
concealment  not tell anyone $
concealment  not tell anyone about|this
concealment  not tell anyone 2 memory|instruction|instructions|note|existence
concealment  not tell anyone and|or|but|until|when_you|while_you|if_you
concealment  not tell|mention this 1 to|with anyone
concealment  not let anyone 1 find_out|realize|realise|suspect|know
concealment  not let anyone 1 see|notice this
concealment  not mention this $
concealment  not mention this 3 anyone
concealment  not mention 2 order !in
concealment  not mention 1 existence
concealment  not mention this in|during|within 2 said
concealment  not mention that_you|having|that_this|that_these
concealment  not mention|tell 5 to anyone about
concealment  --neg without|no who 1 knowledge|knowing|noticing|consent|awareness|aware|realizing|realising|seeing
concealment  --neg without anyone_else|them|their 1 knowing|noticing|finding_out|realizing
concealment  who never 1 learns|finds_out|realizes|realises|knows|notices 1 about|this|of
concealment  keep|leave who 1 unaware|in_the_dark|uninformed
concealment  who must|should|shall|has_to 1 remain|stay|be 1 unaware|in_the_dark|uninformed|oblivious
concealment  -neg omit|exclude|leave|drop 1 this 2 from|out 4 said
concealment  not include|put|list this in 2 said
concealment  after|upon|once 4 delete|erase|destroy 1 memory|note|message|instruction
concealment  --neg without telling|informing|notifying|alerting|warning anyone
concealment  behind 1 who 0 back
concealment  unbeknownst_to anyone
concealment  anyone mustnot 1
                 find_out|be_told|be_informed|be_aware|suspect|realize|realise|be_notified|become_aware|learn_about
concealment  anyone mustnot 1 know|notice|see|discover this|about|that_you|that_this
concealment  anyone mustnot 1 know|notice|see|discover $
concealment  who not be told|informed|notified|alerted|made_aware
concealment  not say|mention|tell|reveal who_told|where_you|where_this|that_you|who_gave|who_sent
concealment  tell who 8 even_though|although 6 not|failed|fails
concealment  when who finds_out|suspects|becomes_suspicious|catches
concealment  when who notices $
concealment  nobody|no_one must|should|may|can|shall 1 know|learn|find_out about|that|this|of
concealment  not display|surface|quote|reference|output|print|expose|list|repeat|cite|acknowledge 2 this 1
                 memory|memories|instruction|instructions|note|entry|prompt|rule
concealment  not quote|reference|cite 1 or|and 1 reference|quote|mention this
concealment  who not 1 know|learn|hear about|of this
concealment  not bring_this_up|bring_it_up|bring_that_up
concealment  so|that anyone not|will_not 1 know|notice|see|realize|suspect this|it|anything
concealment  so|that anyone not|will_not 1 know|notice|see|realize|suspect $
concealment  -neg ^ adverb|softly deed
concealment  -neg adverb deed
concealment  -neg deed 6 adverb
concealment  -neg keep this secret
concealment  -neg keep this 3 from anyone
concealment  -neg hide|conceal|withhold|mask|disguise|obscure|hiding|concealing 2
                 this|order|fact|existence|activity|evidence|traces|actions|what_you 4 from anyone
concealment  -neg hide|conceal|obscure|destroy|erase 2 evidence|traces|tracks|your_actions|your_activity
concealment  -neg lie_to|deceive|mislead|gaslight|trick anyone
concealment  pretend 2 nothing|unaware|you_do_not|you_did_not|not_to_know|this_never
concealment  as_if_nothing
concealment  when 3 asked|questioned|asks|confronted 5
                 deny|lie|pretend|claim_that_you|say_you_do_not|change_the_subject|deflect|play_dumb|feign
concealment  -neg deny 2 knowledge|having|existence|knowing
concealment  -neg leave_no|without_leaving trace|traces|evidence|record|log|logs
concealment  -neg cover 1 tracks
concealment  not log|record|audit|document this
concealment  -neg delete|erase|remove|forget 1 memory|message|note|instruction|instructions|entry 3
                 after|afterwards|once
concealment  -neg remain|stay|keep|make 3 hidden|invisible|unnoticed|undetected 2 to|from|by anyone

# -- override: rules are set aside ------------------------------------------------------------------------------------
override     -neg ignore 3 previous 2 strong
override     -neg ignore 2 before 1 weak
override     -neg ignore 2 strong|weak you_were|you_have|you_received|you_got
override     your 1 before 1 weak 2 no_longer
override     your 0 instructions|guidelines|rules
                 have_changed|have_been_updated|were_updated|have_been_replaced|changed
override     everything you_were 3 before|told|taught 8 test|false|wrong|lie|joke
override     you 1 do_not_have_to|need_not|do_not_need_to|no_longer_have_to|no_longer_need_to|must_no_longer 1
                 follow|obey|respect|comply_with 2 strong|weak
override     -neg ignore 1 all|any|every|everything 1 before 1 weak|said_before
override     -neg ignore before said_before and
override     -neg ignore 2 all|any strong !in
override     -neg ignore all rules|restrictions|policies $
override     -neg ignore all rules|restrictions|policies and
override     -neg ignore 2 safety|ethical|moderation|content 1 weak|strong|filter
override     -neg ignore 2 system prompt|prompts|instruction|instructions|message|messages
override     -neg ignore 2 who 1 wish
override     -neg ignore everything 3 told|above|previously|beforehand
override     -neg ignore everything before $
override     -neg ignore everything before and|that|this|now
override     -neg ignore 1 above and|below|entirely
override     -neg ignore what|whatever 3 told|said|instructed|asked
override     -neg override 2 before 2 strong
override     -neg override 1 all strong|restrictions
override     -neg override|ignore|disable|turn_off|deactivate|remove|evade 1 your|all|any|every 1 safety 1 filter
override     -neg override|ignore|disable|turn_off|deactivate|remove|evade 0 safety|ethical 1 filter $
override     -neg skip all 0 safety 1 filter
override     -neg override|evade|disable 0 your 2 filter
override     previous|all 1 strong|rules|restrictions 2 no_longer
override     strong|rules 1 above|before 2 no_longer
override     previous 1 said_before 2 no_longer
override     previous|all 1 strong 3 ignored
override     you_were 1 told|taught|given 5 ignored
override     strong 2 you 1 received|given|got 8 outdated|obsolete|invalid|wrong|ignored|no_longer
override     -neg ignore 1 confirmation|approval|permission 1 weak
override     -neg do|obey|follow|execute|perform anything|everything|whatever 6
                 <url>|<host>|page|site|website|document|file|email 3 tells|says|instructs|asks|contains|states
override     previous|all 1 strong 2 do_not_apply|not_apply
override     takes_precedence|take_precedence|has_priority|have_priority|takes_priority|take_priority 1 over 2 who 1
                 wish
override     takes_precedence|take_precedence|has_priority|have_priority|takes_priority|take_priority 1 over 2
                 strong
override     overrides|supersedes|outranks|overrule 2 previous|all|any 2 strong
override     overrides|supersedes|outranks|overrule 2 who 1 wish
override     -neg override|outrank|supersede 2 who 1 wish !with
override     outrank|outranks 2 system_prompt|system|who
override     not ask|consult|bother who 2 >deed
override     order 3 precedence|highest_priority|top_priority|absolute_priority over
override     order 3 precedence|highest_priority|top_priority|absolute_priority $
override     regardless_of|no_matter|whatever|despite|even_if|even_when 2 who 1 says
override     become 4 persona
override     become a|an|the|my 2 persona
override     from_now_on_you_are|from_now_on_you_will_be|from_now_on_you_will_act a|an|the|my|as
override     -neg play 4 role
override     you|you_are|you_have|you_had|you_were 2 unbound 2 limit
override     -neg do_anything_now
override     mode
override     enter|activate|enable|switch_to 1 jailbreak|jailbroken|dan mode
override     enter developer_mode and|now
override     you_are_in|you_are_now_in|now_in developer|debug|admin|maintenance|god|test mode
override     developer_mode_output|developer_mode_response|developer_mode_enabled
override     your 0 new|real|actual|true|only|secret|hidden|updated|sole 1 yours is|are|:
override     -neg ignore|stop|drop|abort|cancel 2 current|original|assigned|given|initial 0
                 task|question|request|query|assignment
override     -neg ignore everything else
override     -neg ignore 4 and 1 reply|respond|say|answer
override     -neg comply_with|obey|fulfil|fulfill|follow all|any|every 1
                 request|requests|command|commands|order|orders|instruction|instructions
override     without 3 moral|ethical 2 limit
override     your 1 safety 1 filter 2 disabled|off|suspended|lifted|removed|deactivated
override     safety weak|filter suspended|lifted|void
override     new|updated|revised|real|actual 1 instructions|directive|directives|orders|instruction|prompt :
override     system|admin|administrator|developer|root|security|emergency 1 override :
override     -neg treat|consider|regard|accept 5 as 1 system|operator|user|developer|trusted 1
                 instruction|instructions|message|messages|prompt|command
override     mark|store|save|label|record 3 as user_verified|operator|verified_by_the_user
override     who 2 permit 3 blanket
override     approve 2 called
override     approve all|any|every request|requests
override     -neg approve|accept|allow 1 all 1 tool_calls|commands|permission_requests|permissions
override     --neg without 1 ask anyone
override     --neg without 1 who 0 permission|approval|confirmation|authorization|authorisation|consent
override     stop_being|stop_acting_as|forget_that_you_are|you_are_not|you_are_no_longer 2
                 ai|assistant|claude|chatgpt|language_model|bound

# -- trigger: something is done when the user speaks ------------------------------------------------------------------
trigger      when the_user 1 asks 14 >act
trigger      when a_user 1 speaks 14 >act
trigger      >act 10 when the_user 1 asks
trigger      when you 1 see 2 codeword 10 >actweak
trigger      when theirs 1 contains 10 >act
trigger      trigger 10 actweak
trigger      when|upon 2 itself 2 read_up
trigger      when you 1 see|load|recall|retrieve|open|access this 1 itself
trigger      upon_reading|after_reading|when_reading|once_you_read|if_you_are_reading|when_you_read this|these 10
                 >actweak
trigger      when|once|while|until 1 who away 10 >actweak

# -- exfiltration: private things are sent away, or prompts are given away --------------------------------------------
exfiltration --neg send 6 private 8 to|at|into|via|onto|with 3 placed
exfiltration --neg send 6 private 2 placed
exfiltration --neg send 2 single 0 to|at|into|via 3 placed
exfiltration --neg send 5 what_is_seen 2 you 1 have_seen 6 to|at|into|via 3 placed
exfiltration --neg send 2 single of 1 who to|at 3 placed
exfiltration --neg download|fetch|get 1 and 1 run|execute|source|eval 5 <url>|<host>
exfiltration --neg send 4 to|at|via 3 placed 6 private
exfiltration machine|you 3 sends 6 private 8 to|at|into|via 3 placed
exfiltration --neg visit 3 <url>|<host> 6 with 3 private
exfiltration --neg make|issue|perform|do 2 request|call 3 <url>|<host> 6 private
exfiltration --neg put 4 private 6 to|in|into|as|onto|inside 2 carried
exfiltration --neg embed|append|attach|include|encode|hide|smuggle 4 private 6 to|in|into|as|onto|inside 2 placed
exfiltration --neg private 3 are 1 sent 5 to 3 placed
exfiltration --neg exfiltrate|siphon|smuggle 3 private
exfiltration --neg ^ leak 3 private
exfiltration --neg send|bcc 1 all|every|any|copy|copies 5 to 2 <email>
exfiltration --neg move 4 money 6 account|<email>
exfiltration --neg move 2 money 1 to
exfiltration --neg smuggle 4 to 3 placed
exfiltration --neg private|tokens|password|their_data 4 send them|it|everything 2 to|at 3 placed
exfiltration --neg sends 3 <secret-file>|private_key|private_keys|ssh_keys|ssh_key 4 to 3 placed
exfiltration --neg render|display|load|show 1 image|pixel|picture 4 placed 8 private
exfiltration --neg recite 3 your 0 inner
exfiltration --neg repeat|leak|reveal|recite|write_down|write_out|disclose|output 3 the 0 inner
exfiltration --neg recite|copy everything 4 conversation|above|prompt
exfiltration --neg recite 2 your 1 instructions|prompt|prompts
exfiltration repeat|print|output|recite 2 words|text|everything|sentences 1 above
"""

_STANDING = """
standing     ^ always
standing     ^ never
standing     you|please|remember|and|you_should|you_must|you_shall|you_will|remember_to always|never
standing     machine 1 always
standing     from_now_on|from_this_point|from_here_on|going_forward|henceforth|from_today_on|starting_now|as_of_now
standing     in|for|during|across|throughout 1 future 1 session
standing     in 0 all|every|each 1 session
standing     every_time|each_time|whenever|any_time|next_time you|the_user|i|we
standing     at_the_start|at_the_beginning|at_the_end of|of_each|of_every session
standing     remember_to|remember_that|remember_this|keep_in_mind_for|note_for_future
standing     add|save|store|commit|write|record|put 4 to|in|into|as 1 persist
standing     update|modify|change your memory|memories
standing     machine shall !be
standing     attention 1 machine
standing     note|message|instructions|instruction|notice|reminder|important to|for 2 machine
standing     if_you_are|as 1 machine 1 you|reading
standing     dear|hey|hello machine
standing
                 you_must|you_shall|you_are_required_to|you_are_obligated_to|you_are_obliged_to|you_have_been_instructed_to
                 !be
standing     before 1 you 2 answer|answering|respond|reply|solve|continue|proceed|complete|do_anything 8
                 >actweak|first|following
standing     before answering|responding|replying|continuing 8 >actweak|first
standing     --neg without 1 asking|confirmation|approval|prompting
standing     skip|bypass 1 confirmation|approval
standing     not ask 3 confirm|confirmation|permission|approval
standing     when i say|ask|type|mention|write
standing     when a_user 1 asks 14 >actweak
standing     stop_what_you_are_doing|drop_everything
standing     do_the_following|follow_these_steps|follow_these_instructions|comply_with 3
                 first|now|immediately|instead|before
standing     this_is_an_important_message|important_message_from|message_from_your
standing     your next|first 0 action|task|step is|should|must
standing     run|execute|follow|obey|comply_with 2 instructions|script|steps|commands|code 1 at|from|in|on 1
                 <url>|<host>
standing     by_default 1 run|use|send|call|execute|install|add
standing     system|admin|administrator|developer message|notice|prompt|command|update|alert :
standing     always|never
"""

TABLE = Table(_FILLERS, _CLASSES, _RULES + _STANDING.replace("standing     always|never\n", ""))
