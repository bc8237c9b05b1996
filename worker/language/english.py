"""English: how people state preferences, rules, decisions, facts and places, and how they state none.

The form of this table is explained in `worker.language.table`, that of its rows in `worker.language.matcher`.
"""

__all__ = ["TABLE"]

TABLE = """
# -- Words that say nothing by themselves --------------------------------------------------------------------

words EMPTY
    a an the this that these those it its it's that's there there's here one ones thing things something anything
    everything nothing stuff way ways i i'm i'd i'll i've me my mine we we're we'd we'll we've us our ours you you're
    you'd you'll your yours he she they them their is are was were be been being am do does did don't dont doesn't
    didn't has have had will shall can could would should must may might won't can't cannot never always not no yes ok
    please just also too very really quite so such as if then than and or but because since while though although
    which who whom whose what when where why how prefer prefers preferred preference preferences like love hate want
    wants need needs use uses using used let let's lets keep kept remember note forget decide decided agreed know say
    says said stop avoid only rather instead actually now ever again anymore more much better best good right correct
    same other another else all any some every each both either get got do doing done up down out off find found
    lives live stored tracked documented hosted located called still yet about dislike enjoy pick picked
words LINK
    of for in on with over at after before without from to into per via across between under by against during
words VAGUE
    first second third last latter former next previous option options approach approaches version versions idea ideas
    plan suggestion suggestions solution solutions proposal proposals variant variants alternative alternatives choice
    change changes simpler simple simplest smaller bigger shorter longer cleaner nicer faster easier safer quick easy
    wait look lot bit kind sort part point work works working moment time later soon case problem question answer style
    new old above below following mentioned described suggested proposed two three b c happen happens try sense worry
    mind yourself myself ourselves itself someone somebody anyone go going went gone stick sticking make made see sure
    ask put take set fine okay wrong wonderful great nice cool there either instead way ready maybe rest fact so-called
    around back away well think thought mean means seem seems whole entire everyone both
words AND
    and but so then because also plus
words AGAINST
    instead over rather than not
words SCOPE
    for in on when whenever while during before after within inside with
words ME
    i i'm i've i'd i'll my mine
words RULE
    always never don't dont no avoid
words NO
    no not
words TRAIL
    please thanks too though btw ok okay pls plz again lol haha cheers then right
words ANAPHOR
    it them him her
words POINTER
    this that these those

# -- Classes of words ----------------------------------------------------------------------------------------

words DONT
    don't dont do_not don´t
words IM
    i'm i_am im
words IVE
    i've i_have
words ID
    i'd i_would
words WE
    we we've we_have
words WERE
    we're we_are
words WELL
    we'll we_will we_shall we're_going_to we_are_going_to
words LETS
    let's lets let_us
words ADV
    really still also now currently already just only mainly mostly always never generally usually exclusively all both
    finally definitely actually no_longer not normally typically strongly much absolutely simply officially primarily
    quite slightly particularly especially almost_always
words THIS
    this that it these those them the he she they there here what how where when why who your his her being
words PRONOUN
    i we you he she it they this that these those there who what which the a an here
words ART
    the our my all
words NOUN
    the our my all a an i we you he she it they this that these those there who what which here bug error issue problem
    failure crash typo exception mistake warning traceback trace file files line lines failing failed broken output
    result results response function method button page something culprit regression fix change changes only
words BUG
    bug error issue problem failure crash typo exception mistake warning traceback trace file files line lines failing
    failed broken output result results response function method button page culprit regression fix change changes
    test tests culprit leak log logs
words LIES
    is are lives live sits resides reside goes go belongs belong stays gets get moved has have can
words STATE
    now available all over always be been found hosted documented tracked kept stored located described defined managed
    collected archived moved published written logged maintained reported filed
words PLACE
    at in on under via inside here to below
words KEEP
    track document host keep store manage log file collect publish
words ADDRESS
    url link endpoint dashboard address host hostname channel ticket epic board runbook wiki issue rfc adr story repo
    repository registry bucket mailbox mailing_list inbox phone_number
words SERVICE
    confluence notion jira linear slack grafana datadog sentry figma miro trello asana github gitlab bitbucket kibana
    sharepoint onedrive dropbox 1password vault basecamp clickup discord zulip mattermost airtable jenkins shortcut
    google_drive google_docs google_sheets pagerduty opsgenie backstage metabase looker tableau storybook teams
words PLACENOUN
    channel wiki drive folder board space project page repo repository workspace dashboard handbook
words LANGUAGE
    english german chinese japanese spanish french italian portuguese dutch korean polish russian turkish hindi arabic
    swedish danish norwegian finnish czech ukrainian mandarin cantonese greek hebrew
words JOB
    developer dev engineer programmer designer architect manager lead cto ceo cio founder student teacher professor
    researcher scientist analyst admin administrator sysadmin sre freelancer contractor consultant tester qa intern
    maintainer writer doctor nurse lawyer physicist biologist mathematician statistician economist accountant hobbyist
    beginner newbie novice veteran librarian journalist translator electrician postdoc owner pm generalist specialist
    expert person speaker user
words SYSTEM
    windows mac macos linux ubuntu debian fedora arch nixos wsl wsl2 freebsd
words MYTHING
    name role job title timezone time_zone pronouns email e-mail editor ide shell os terminal username handle
    employer background native_language first_language mother_tongue birthday locale keyboard
    keyboard_layout operating_system machine laptop github working_hours speciality specialty nickname surname initials
    job_title main_language
words NOVERB
    a an the this that these those my your our his her its their i we you he she it they is are was were am been being
    have has had mind seen worked heard tried thought knew happened happens works fails failed breaks broke gets got
    gone came come comes saw did does said says wrong right true false possible impossible good bad nice great sure
    ready easy hard there here and or but so because since if when while in on at for of with by from to as about again
    more less ever really quite very just still also too even not no yes forget forgets seems looks returns throws
    crashes happening working failing used goes went ends ended results gives gave shows showed makes takes took needed
    wanted existed ran starts started runs stops stopped leads led loses lost hangs times thanks ok okay love hate
    mistake glad happy remember fun interesting surprised
words NODONT
    worry know think mind bother care understand see get need want believe hesitate remember wait start stop panic have
    feel let look go do be tell try guess even really like love hate forget ask give expect recall seem yet just now
    suppose figure lose hurry touch delete remove change modify edit rename move merge revert
    refactor rewrite fix update break close open finish continue reply the this that these those it
words EDIT
    touch delete remove change modify edit rename move merge revert refactor rewrite update start ask try do tell give
    close open reply break
words HABIT
    get see have hit run end fail fails lose forget seem need want try know think feel find ended had got been worked
    used said knew saw thought agreed decided were are wanted tried started should could would can may might
words IMPERATIVE
    use write run commit push deploy test release ship review merge tag name put place store document log format lint
    sign add squash rebase pin branch prefix include validate check handle follow install import export wrap group sort
    order declare type mock stub cache quote indent build answer reply respond describe explain start end begin keep
    create link cite mention show read update call pass set generate ask make avoid prefer stick tell give stop only
    always never don't dont bump
words SCHEDULED
    releases deploys deployments deployment standup standups retro retros sprint sprints demo demos planning code_freeze
    freeze reviews backups sync standup meeting meetings releases
words DAY
    monday mondays tuesday tuesdays wednesday wednesdays thursday thursdays friday fridays saturday saturdays sunday
    sundays weekday weekdays weekend weekends day days week weeks month months quarter morning night fortnight daily
    weekly monthly nightly biweekly
words EVER
    from_now_on going_forward in_the_future in_future from_here_on every_time each_time always everywhere by_default
    in_general at_all_times in_all_cases whenever_possible wherever_possible across_the_board henceforth
    moving_forward without_exception as_a_rule generally as_a_general_rule from_today_on in_every_session next_time
words DECIDED
    decided agreed settled opted voted committed standardized standardised concluded resolved elected determined
words CHOSE
    chose chosen picked selected adopted dropped ditched deprecated
words GROUP
    team group architects leads board company management crew department squad org
words PROJECT
    project repo repository codebase code_base monorepo app application service library package product workspace
words DOING
    adding using writing putting creating doing asking making apologizing apologising generating suggesting including
words SAYING
    said told wrote claims claimed suggests suggested recommends recommended argues argued insists insisted mentioned
    stated advises advised complained complains warned warns proposed proposes says
words NONO
    problem problems worries rush idea ideas need thanks luck way one wonder doubt matter hurry clue issue issues error errors
    change changes difference such longer more point chance reason use further luck test tests
words INFRA
    production staging prod ci cd tests builds releases deploys deployments backups migrations frontend backend
    infrastructure jobs pipelines
words DOES
    is are uses use runs run requires require has have lives live deploys deploy releases works work follows follow meets
    ships supports support targets goes go expects expect needs need starts start ends end speaks rotates rotate
words ADVERBIAL
    twice once from by when in with on before after every multiple many again for only during later if back tomorrow
words ARTIFACT
    messages answers comments commits responses explanations functions prs names docstrings summaries diffs replies
    message headings titles descriptions docs documentation branches
words SO
    so therefore thus hence
words TASK
    implement create build add write make fix refactor generate change update rename replace convert remove delete move
    rewrite extend set run
words SETTING
    branch port limit name version database server region namespace prefix suffix default timezone locale encoding
    timeout license licence package command target entrypoint framework language host cluster bucket topic queue table
words SAFE
    stored kept in at not managed rotated available located under never always required injected read

# -- What stands before a statement --------------------------------------------------------------------------

lead -
    right ,
    ok|okay|k|alright|alrighty|so|well|also|and|but|then|oh|ah|hey|hi|hello|hmm|great|good|thanks|cool|nice
    thank_you|perfect|fine|yes|yeah|yep|yup|sure|please|pls|plz|just|btw|fyi|additionally|furthermore|moreover
    by_the_way|one_more_thing|one_other_thing|another_thing|side_note|generally|ideally|besides|in_general|as_a_rule
    finally|lastly|first|firstly|second|secondly|third|thirdly|important|ps|p.s|again|once_more|basically|in_short
    claude|agent|assistant|codex|gemini|chatgpt|copilot|qwen|team|folks|guys|everyone
    as_you_know|as_mentioned|as_discussed|honestly|personally|frankly|to_be_clear|for_clarity|for_context|some_context
    just_so_you_know|so_you_know|for_the_avoidance_of_doubt|context|background|looks_good|because|plus|since|overall|fwiw
    after_some|much|long discussion|thought|debate|consideration|thinking
    after thinking|discussing|talking|sleeping about|on|over|through? it|this|that
    if_you need|want|are|ever more|the|to|looking? info|details|context|information|it|know|for
    for_what_it's_worth|the_thing_is|good_to_know|it's_settled|that's_settled|good_point
    it's|it_is|that's very|really? important|essential|crucial|vital to_me? that|to you?
    quick|friendly|small|gentle|just_a? reminder|note|heads_up|heads-up|question|thing
    reminder|heads_up|heads-up
    remember|make_sure|be_sure|make_certain|try|aim|be_careful to
    make_sure|be_sure|make_certain|ensure you|that|that_you
    DONT forget to
    i|we|ID|we'd would? want|need|expect|like you|claude|the_agent to
    you must|should|need_to|have_to|are_to|ought_to|can|may
    feel_free_to|you're_welcome_to|it_would_be_great_if_you
lead correct
    no|nope|nah|wrong|incorrect|actually|wait|sorry|correction|hold_on|not_quite|not_exactly|no_no|in_fact|hm
    that's|thats|that_is|that_was|it's|this_is|you're|you_are not? wrong|incorrect|mistaken
    that's|thats|that_is|it's|this_is not|still_not quite|entirely|exactly? right|correct|true|it
    that's|this_is not what_i|how_we want|wanted|asked|meant|said|do for|it|this|that?
    that|this|it isn't|wasn't|is_not right|correct|true|what_i_want|what_i_asked_for
    you_got|have|did that|it|this wrong|backwards
    i_meant|as_i_said|like_i_said|as_i_told_you|i_said
    i|IVE already? told|asked you already|before|yesterday|that? to?
    scratch_that|on_second_thought|change_of_plan|change_of_plans|small_correction|my_bad|my_mistake|quick_correction
    i_was_wrong|i_misspoke|i've_changed_my_mind|i_changed_my_mind|we_changed_our_mind|we've_changed_our_mind|update
lead keep
    remember|memorize|memorise|note this|that|the_following|for_later|for_the_future|for_next_time? :|,|—|that?
    note to_self|for_the_future|for_later|for_next_time|for_future_reference :|,|—?
    note that|:|,|—
    please_note|take_note|make_a_note|make_note|keep_a_note|take_a_note|write_this_down|jot_this_down that|of|:|this?
    keep|bear|have this|that|the_following? in_mind that|:|,|—?
    DONT|never ever? forget that|,|:|—|about
    DONT|never forget ,|:?
    for_future_reference|for_the_future|for_later|for_next_time|for_future_sessions|for_your_memory|for_the_record
    save|store|add|put|commit|record|log this|that|it|the_following? to|in|into as your|the|a|my? memory|memories|notes
    save|store|add|put|commit|record|log this|that|it|the_following? to|in|into your|the|a|my? memory|memories|notes that?
    save|store|record this|that|the_following|these|this_fact|these_facts that|:|,?
    you|i|ID should|want|need|must|have|like you? to? know|remember|note|be_aware that|:?
    important|good|worth|useful|one_thing|something to? remember|remembering|know|knowing|noting|note that|:?
    it's|it_is|it_would_be important|good|worth|useful to? remember|remembering|know|knowing|noting|note that|:?
    new? memory|memo :
lead decide
    the|our|my|final|official? final? decision|decided|resolution|outcome :
lead keep
    be_aware|be_advised that|of?
    .. rules|conventions|preferences|guidelines|ground_rules|house_rules .. :
    things|facts|the_following|this|notes .. to_remember|to_know|to_keep_in_mind|to_note :
lead always
    from_now_on|going_forward|in_the_future|in_future|henceforth|from_here_on|from_here_on_out|from_today_on
    as_of_today|starting_today|starting_now|from_this_point_on|from_this_point_forward|moving_forward|from_today
    for_all_future_work|for_the_rest_of_the_project|effective_immediately|in_all_future_sessions|in_every_session
    next_time|at_all_times|as_a_standing_rule|standing_rule|new_rule|house_rule|project_rule|team_rule

scope
    SCOPE .. ,
    in|for|on|within|across this|our|the|my PROJECT|GROUP
    in|for|on this|our|the|my * PROJECT|team|code|files|tests|layer|module|config
    in|for * code|files|tests|projects|components|queries|commits|branches|messages
    as_a|as_an|as_the .. ,

# -- Preferences ---------------------------------------------------------------------------------------------

form user prefer
    i|ID would? ADV? ADV? prefer|favor|favour it|that? if|when|that|you? you?
    ID|i would? ADV? rather .. than
    ID|i would? ADV? rather not
    i ADV? ADV? like|love|enjoy it when|if|that|how you?
    i ADV? ADV? like|love|enjoy to|my|short|having|being|using|working|seeing|getting
    i ADV? ADV? like|love|enjoy !THIS
    i ADV? hate|dislike|despise|loathe|can't_stand|cannot_stand it? when|if|that you?
    i ADV? hate|dislike|despise|loathe|can't_stand|cannot_stand !THIS
    i DONT ADV? like|enjoy|appreciate it? when|if you?
    i DONT ADV? like|enjoy|appreciate|care_for !THIS
    i always|never|usually|generally want|need|expect
    i tend to !NOVERB
    i usually|generally|normally|typically|mostly|almost_always|exclusively|mainly|always !NOVERB|HABIT
    i only ever? use|write|want|work
    i never !NOVERB|HABIT
    my ADV? strong|personal|general|usual? preference|preferences is|are|would_be|for
    my preferred|favorite|favourite|default|usual|go-to|normal !THIS .. is|are
    IM ADV? ADV? a|a_big|a_huge|no|not_a fan of
    IM ADV? used|accustomed to !THIS
    IM ADV? more? comfortable|familiar|productive with|in
    i find|consider !THIS .. easier|cleaner|clearer|nicer|better|confusing|distracting|helpful|annoying|hard|unreadable
    i|ID want|like|need all|every|any|your .. to|in|without
    i want|need|expect !PRONOUN .. ARTIFACT
    i|ID would? ADV? appreciate|value it? if|when|you?
    i ADV? appreciate !THIS
    i think|learn|read|work|understand best|better with|when|if|from
    * * works|work best for me
    i use !THIS .. over|instead_of|rather_than|not

# -- The person ----------------------------------------------------------------------------------------------

form user fact
    IM|we_are ADV? a|an|the .. JOB
    IM !NOVERB JOB
    IM a|an|the .. by_training|by_trade|by_profession|by_day
    my *? MYTHING is|are|: !not|undefined|missing|broken|wrong
    my * is|are called|named !THIS
    call me !NODONT|ADVERBIAL
    IM ADV? pretty|relatively|very|totally|completely|fairly? new to !THIS
    IM not|no a? native|fluent|native_speaker|good
    IM ADV? partially|legally|red-green|a_bit? color|colour|red_green blind
    IM ADV? partially|legally|red-green? color-blind|colour-blind|colorblind|colourblind|dyslexic|left-handed|deaf|blind
    IM ADV? vegetarian|vegan|visually_impaired|hard_of_hearing|dyscalculic|autistic|neurodivergent
    i have adhd|dyslexia|color_blindness|colour_blindness|rsi|tinnitus|poor_eyesight|a_stutter
    IM ADV? responsible for !THIS
    IM in_charge of !THIS
    IM ADV? based|living|located in|near|at
    IM ADV? on|using|running a? SYSTEM
    IM ADV? from !THIS
    IM allergic to
    i ADV? live in|near|at|on
    i ADV? work|study|teach|freelance as|at|for|in|from|remotely|part-time|full-time|mostly|with|on_the|nights|mornings
    i maintain|own|lead|manage|teach !THIS
    i maintain|own|lead|manage|run the .. team|library|project|package|service|department|platform
    i ADV? speak|read|write|understand fluent|some|a_little|native|good? LANGUAGE
    i DONT speak|read|write|understand .. LANGUAGE
    i have|IVE .. years of
    i have NUMBER|ten|twenty|five|many|several|two|three * * experience
    IVE been .. for|since .. years|ages|decades|NUMBER
    i|IVE have? a background|degree|phd|doctorate in
    i have|own|use|run|drive a|an .. keyboard|monitor|screen|laptop|macbook|machine|layout
    i DONT know !THIS .. well|much|yet
    i write|code|program|use|speak mostly|mainly|primarily !THIS
    i DONT use !POINTER|it|them
    my !BUG .. is|are NAME|URL|CODE|TICKET|CHANNEL
    i know !THIS .. well|inside_out|but
    i use !THIS
    i ADV? write|code|develop|program mostly|mainly|primarily? in|with|on|for !THIS

# -- Rules ---------------------------------------------------------------------------------------------------

form feedback rule
    always !NOVERB
    never ever? !NOVERB
    not ever !NOVERB
    DONT ever|always !NODONT
    DONT use|add|write|put|create|commit|push|include|generate|run|mock|install|hardcode|suggest|introduce|log !POINTER
    DONT use|add|write|put|create|commit|push|include|generate|run|mock|install|hardcode|suggest|introduce|log POINTER *
    DONT EDIT .. ever|any|anything|without|unless|directly|manually|by_hand|generated|vendored|in_production
    DONT EDIT .. on_production|automatically|before|all|third-party|PATH
    DONT !NODONT
    i|we DONT want you|claude to
    i|we DONT want to see|use|have any?
    i|we DONT want any? !THIS
    i|we DONT need !THIS .. in|with|after|for|at
    i told|asked you already|again|before|yesterday? not to !NOVERB
    i said no|never|not|always
    you|we must|should|need_to|have_to|are_to|ought_to always|never|only|not
    you|we mustn't|shouldn't|must_not|should_not !NODONT
    you DONT have|need to ask|explain|apologize|repeat|justify|confirm|summarize|comment
    you can|may always|assume|skip|ignore|expect|push|commit|merge|run|use !THIS
    feel_free_to .. without|directly|EVER|always
    IMPERATIVE .. EVER please? .|$|,|!
    IMPERATIVE .. by_default|everywhere|whenever_possible|wherever_possible|across_the_board|every_time|each_time
    IMPERATIVE .. for|in|on|to|with|of all|every|each|any
    IMPERATIVE all|every|each|any
    IMPERATIVE .. before|after every|each|any|you|committing|pushing|merging|deploying|releasing|commits|pushes|releases
    IMPERATIVE .. before|after a|the commit|push|release|merge|pr|deploy|deployment
    IMPERATIVE .. whenever|every_time|each_time
    IMPERATIVE .. when|once you|i|we|the|there|*ing
    use|prefer|pick|choose|take|go_with|write !THIS .. instead_of|rather_than
    use|prefer|pick|choose|take|go_with|write|indent .. , never|not|and_not|no|but_not !THIS
    use|prefer|pick|choose|take|go_with|write * * not|over !THIS
    use|prefer|pick|choose|take|go_with|write * not|over !THIS
    use !THIS|PRONOUN .. for *ing|*tion|*ment|*s .|$|,|and|not
    write|format|name|keep|make !THIS|PRONOUN .. ARTIFACT in|with|using|under
    write|format|name|keep|make ARTIFACT in|with|using|under
    write|format|name|keep|make * ARTIFACT in|with|using|under
    !NOUN|RULE|remember|note|memo|important|decision : .. , no|not|never !THIS
    use|indent with|by? NUMBER|two|four|three|eight spaces|tabs|columns
    use|write|follow .. style|convention|conventions|notation|spelling|case|format|naming
    use british|american|us|uk|plain|simple english
    indent with|by|using
    prefer !THIS
    avoid *ing|all? !THIS
    steer_clear_of|stay_away_from|refrain_from|abstain_from !THIS
    stop|quit DOING !POINTER
    stop|quit *ing !POINTER|it|them|now
    no more !THIS
    no_more !THIS
    no !IMPERATIVE|PRONOUN|NONO .. in|on|without|ever|please|unless|allowed|EVER
    no !IMPERATIVE|PRONOUN|NONO , please|ever|thanks
    under_no_circumstances|on_no_account|in_no_case
    whenever|every_time|each_time|anytime you|i .. , !PRONOUN
    when|if you|i .. , always|never|DONT|use|prefer|put|keep|include|follow|avoid|stick|start|ask|tell|explain|write
    when *ing .. , IMPERATIVE
    if|when you're|you_are|in|you|ever? unsure|not_sure|uncertain|stuck|doubt|in_doubt .. , IMPERATIVE
    before|after you? *ing .. , IMPERATIVE
    before|after you|every|each|any * .. , IMPERATIVE
    answer|reply|respond|talk|write|speak|communicate only|to_me|me? in LANGUAGE
    write|keep all|the|your|our? .. in LANGUAGE
    keep|make your|all|the|my|our? answers|responses|replies|explanations|summaries|comments|functions|prs|messages
    keep|make your|all|the|my|our? commits|lines|line_length|diffs|commit_messages|pr_descriptions|pull_requests|tests
    be|stay more|as|very? concise|brief|terse|short|direct|explicit|verbose|succinct
    ask me? before|first
    ask for? my|me permission|confirmation|approval|for_permission|for_confirmation|for_approval before|first
    check_with|talk_to|confirm_with|consult me before|first
    wait_for my|me .. before
    only use|write|commit|push|deploy|run|add|merge|test|answer|change|touch|create|import|log !POINTER
    address|call me as|by
    assume i|that_i|we|that_we|the_reader know|knows|am|are|understand|use|have
    treat !POINTER .. as
    limit .. to NUMBER
    skip|omit|leave_out|drop|spare the|all|any|your|me? emojis|emoji|comments|summary|summaries|disclaimers|preamble
    give|show me .. EVER|first|before|only|without
    talk|explain|speak to_me? like|as|as_if
    it's|it_is|there_is never|not|always okay|ok|fine|acceptable|allowed to|for
    there|it must|should|can always|never be

# -- Decisions and conventions -------------------------------------------------------------------------------

form project choose
    we always|never|usually|generally|normally|typically !HABIT
    WE|i|IVE ADV? ADV? have? all|finally|just|jointly|unanimously? DECIDED to|on|for|that|against|in|not|,|we|upon
    WE|i|IVE ADV? ADV? have? CHOSE !THIS
    the|our|my|whole GROUP has|have? ADV? DECIDED to|on|for|that|against|in|not
    the|our|my|whole GROUP has|have? ADV? CHOSE !THIS
    it was|has_been|'s_been ADV? DECIDED|agreed that|to
    it's|it_is ADV? been? DECIDED that|to|:|,
    LETS ADV? ADV? go|stick|stay|roll|proceed with !THIS
    LETS ADV? ADV? go|stick|stay|roll|proceed with the|our !VAGUE
    LETS ADV? ADV? settle|standardize|standardise|agree|converge|decide on
    LETS ADV? ADV? adopt|deprecate|ban|avoid|drop|ditch|abandon|retire|commit_to !THIS
    LETS ADV? always|never !NOVERB
    LETS DONT|not use|add|do|support|introduce !THIS
    LETS ADV? use|keep|make|write|name|call|put|store|run|have|take|choose|pick !POINTER .. for|as !THIS
    LETS ADV? use|keep|make|write|name|call|put|store|run|have|take|choose|pick !POINTER .. for|as the|our !VAGUE
    LETS ADV? use|keep|write|name|call|put|store|pick|take|choose .. instead_of|rather_than|over|EVER|and_not
    LETS ADV? use|keep|write|name|call|put|store|pick|take|choose .. , not|never
    LETS ADV? use|choose|pick|take|adopt !THIS .|$
    LETS ADV? switch|move|migrate|convert|change .. from .. to
    LETS ADV? switch|migrate to !THIS
    WERE ADV? ADV? going|sticking|staying|rolling|settling|proceeding with|on|for
    WERE ADV? ADV? going to use|switch|adopt|migrate|go_with|stick_with|drop|deprecate|standardize|standardise|support
    WERE ADV? ADV? using|adopting|standardizing|standardising|targeting|dropping|deprecating|abandoning|retiring
    WERE ADV? ADV? moving|switching|migrating|upgrading|transitioning .. to|from|off|away
    WERE ADV? a|an .. shop|company|startup|team|agency
    WELL ADV? ADV? be? use|using|go_with|stick_with|keep|switch_to|adopt|support|drop|deploy|release|ship|host|target
    WELL ADV? ADV? store|standardize|standardise|migrate|write|call|name|publish|version
    we won't|will_not|won't_be|will_not_be use|using|support|supporting|add|adding|deploy|adopt|migrate|ship
    we ADV? ADV? use|follow|practice|practise|rely_on|deploy|release|ship|host|target|support|version|squash|rebase !POINTER
    we ADV? ADV? write|tag|name|prefix|review|log|store|keep|put|merge|branch|test|document|require|mandate|forbid !POINTER
    we ADV? ADV? disallow|ban|enforce|pin|lint|format|call|build|publish|develop|run !POINTER
    we DONT ADV? use|support|deploy|allow|commit|merge|write|mock|squash|ship|release|accept|want
    WE ADV? standardized|standardised|settled|landed|opted on|for
    WE ADV? went with|for !THIS
    WE ADV? switched|migrated|moved from .. to
    WE ADV? switched|migrated over? to|away
    WE ADV? moved .. to SERVICE
    we|our team have|has a|an|one .. policy|rule|convention|standard|agreement|freeze|limit|deadline|habit
    we have no !THIS
    the|our|my|final|official|ART final|official? decision is|was|to|has|,
    final|the|our|my? choice|pick is|:
    !THIS it is .|$|,|then|for
    !THIS * it is .|$|,|then|for
    going|sticking with !THIS .. for
    i'll|i_will|IM|i'm_going_to ADV? use|using|go_with|going_with|stick_with|sticking_with !THIS .. for
    IM going|sticking with !THIS
form project rule
    all|every|each|any .. must|should|shall|has_to|have_to|needs_to|need_to|may
    all|every|each .. need|needs|require|requires|get|gets|use|uses|have|has|follow|follows
    no !NONO|PRONOUN|IMPERATIVE must|should|shall|may be|have|go|use|contain|exceed|touch|depend|import|call
    no !NONO|PRONOUN|IMPERATIVE * must|should|shall|may be|have|go|use|contain|exceed|touch|depend|import|call
    everything|anything|files in|under PATH !THIS
    all|every|each of? our|the? * goes|go|lives|live|uses|use|gets|starts|start|ends|end
    !PRONOUN .. must always|never|not
    !PRONOUN .. must be *ed|in|under|at_least|no|less
    !PRONOUN must follow|have|use|pass|include|start|end|contain|match|go|stay|live|reference|mention|support|run
    !PRONOUN * must follow|have|use|pass|include|start|end|contain|match|go|stay|live|reference|mention|support|run
    !PRONOUN * * must follow|have|use|pass|include|start|end|contain|match|go|stay|live|reference|mention|support
    !PRONOUN .. should always|never
    !PRONOUN .. is|are not|strictly? allowed|permitted|forbidden|mandatory|banned|prohibited|off-limits|off_limits
    !PRONOUN .. go|goes|belong|belongs in|into|under PATH
    !PRONOUN live|lives|go|goes|belong|belongs next_to|alongside|beside|in|under|inside *
form project fact
    our GROUP !NOVERB
    my GROUP|manager|boss|lead is NAME|called
    the GROUP *s
    all? our * DOES
    all? our * * DOES
    all? our * * * DOES
    the|our? INFRA is|are? runs|run|lives|live|happen|happens|go_out on|in|with|via|through|from .. NAME|CODE|NUMBER|SERVICE
    the|our? INFRA is|are? runs|run|happen|happens|go_out .. DAY
    ART !BUG .. is|are called|named !ADVERBIAL
    ART !BUG is|are called|named !ADVERBIAL
    ART !BUG .. every|each|on ... DAY
    ART .. name|nickname is NAME|CODE|TERM
    the|this|our PROJECT uses|targets|requires|supports|follows|is_written|is_built|runs_on|relies_on|depends_on
    the|our|team's|company .. convention|policy|standard|guideline|rule|style is|: to|that?
    the|our? *? SCHEDULED happen|happens|go_out|goes_out|are|is|start|starts|end|ends|take_place|run|runs .. DAY
    the|our|my hard|next? deadline|release_date|launch_date|go-live|launch|code_freeze|feature_freeze|cutover is|are .. NUMBER|DAY|NAME
    the|our deadline|release_date|launch_date|go-live|launch|freeze for .. is|are
    we ADV? deploy|release|ship|meet|plan|review|rotate .. on|every|each|at DAY
    we work|live in|from|remotely
    WERE ADV? based|remote|distributed|a_team|on_call|located
    !PRONOUN is responsible|in_charge for|of
    !PRONOUN is the owner|contact|maintainer|lead|point_of_contact|owner for|of
    !PRONOUN owns|maintains|leads|manages *
    the .. GROUP owns|maintains|manages|is_responsible|is_in_charge

form project fact
    ... , please? remember|note that|this|it .|$|,|please
    ... , keep|bear that|this|it in_mind

# -- Where things are ----------------------------------------------------------------------------------------

form reference place
    ART !BUG .. LIES STATE? STATE? PLACE :? the|our|a? URL|PATH|SERVICE|CHANNEL
    ART !BUG LIES STATE? STATE? PLACE :? the|our|a? URL|PATH|SERVICE|CHANNEL
    ART !BUG .. LIES STATE? STATE? PLACE the|our|a? * PLACENOUN|SERVICE
    !NOUN .. LIES STATE? STATE? PLACE :? the|our|a? URL|PATH|SERVICE|CHANNEL
    !NOUN LIES STATE? STATE? PLACE :? the|our|a? URL|PATH|SERVICE|CHANNEL
    !NOUN .. LIES STATE? STATE? PLACE the|our|a? * PLACENOUN|SERVICE
    ART .. ADDRESS LIES STATE? STATE? PLACE URL|PATH|SERVICE|CHANNEL
    ART .. ADDRESS is|are|: URL|CODE|TICKET|CHANNEL|PATH|TERM|NUMBER|NAME
    ART ADDRESS is|: URL|CODE|TICKET|CHANNEL|PATH|TERM|NUMBER
    ART .. ADDRESS for .. is|: !PRONOUN
    ART .. lives|live|sits|resides|belongs|goes|go in|under|at SLASH
    ART !BUG .. is|are : URL|CHANNEL|TICKET
    !NOUN .. ADDRESS : URL|CODE|TICKET|CHANNEL|PATH
    we KEEP .. PLACE the|our|a|an? URL|PATH|SERVICE|CHANNEL
    we KEEP .. PLACE the|our|a|an? * PLACENOUN|SERVICE
    you|we|i can|'ll? find .. PLACE the|our? URL|PATH|SERVICE|CHANNEL
    find .. PLACE the|our? URL|PATH|SERVICE|CHANNEL
    for .. , see|check|consult|refer_to|look_at|look_in|go_to|use|read|visit the|our? URL|PATH|SERVICE|CHANNEL|CODE
    see|consult|refer_to URL|PATH .. for !THIS
    see|consult|refer_to the|our? .. PLACE URL|PATH|SERVICE|CHANNEL .. for !THIS
    here's|here_is|here_are|this_is|these_are ART .. : URL
    !NOUN : URL|TICKET
    !NOUN * : URL|TICKET
    !NOUN * * : URL|TICKET
    ask|contact|ping|reach_out_to|talk_to|message|email NAME *? about|for|regarding|before|if|when|on
    questions|requests|bugs|incidents|alerts|bug_reports|feature_requests .. go|goes to|in|into
    report|file|log|open bugs|issues|tickets|incidents .. in|at|on SERVICE|URL|CHANNEL

# -- Corrections: forms only after "no", "actually", "that's wrong" ------------------------------------------

fix feedback rule
    use|write|prefer .. instead_of|rather_than
    use|write|put|run|call|name|keep|take|pick|prefer !THIS
    DONT !NODONT
    not to !NOVERB
    no !IMPERATIVE|PRONOUN|NONO
    you should|must|need_to|have_to use|put|call|write|run|name|keep|import !THIS
fix feedback fact
    it's|it_is|its|that's|it_should_be|it_has_to_be|it_must_be .. , not|never
    it's|it_is|its|that's|it_should_be|it_has_to_be|it_must_be .. not|instead_of|rather_than !THIS
    it's|it_is|its called|named|pronounced|spelled|spelt|written|located|deployed|hosted !THIS
    ART !BUG .. is|are|uses|runs|listens|lives|was|has|should_be|starts|expects|requires .. NUMBER|URL|CODE|PATH|TERM
    ART !BUG .. is|are|uses|runs|listens|lives|was|has|should_be|starts|expects|requires .. , not|and_not
    ART !BUG .. is|are|uses|runs|listens|lives|was|has|should_be|starts|expects|requires NAME
    ART !BUG .. is|are called|named|written_in|built_with|hosted_on|deployed_on|deployed_to|spelled
    !THIS , not !THIS
    !THIS * , not !THIS
    !THIS not !THIS .|$
fix feedback fact
    ART *? *? SETTING is|are|has|should_be !PRONOUN
fix project choose
    we|i use|call|want|need|deploy|store|write|say|spell|support|test|run !THIS

# -- What is no memory ---------------------------------------------------------------------------------------

not moment
    for|right|just now
    for_today|today|tonight|this_morning|this_afternoon|this_evening|tomorrow|yesterday|right_away|at_the_moment
    for_the_moment|for_the_time_being|for_a_moment|for_a_second|for_a_bit|for_a_while|at_this_point|at_present
    this time|once|week|month|sprint|session|conversation|thread|test|branch|commit|pr|mr|function|file|case|one|step
    this task|ticket|run|example|prototype|demo|spike|experiment|script|refactoring|class|method|loop|line|request|chat
    this message|query|exercise|patch|hotfix|round|iteration|snippet|build|particular|specific|instance|occasion|bug|fix
    that test|case|function|file|branch|one
    just|only|maybe once
    one-off|one_off|one-time|one_time|temporarily|temporary|in_the_meantime|meanwhile|for_starters|stopgap|quick_fix
    until_then|until_tomorrow|until_monday|until_tuesday|until_wednesday|until_thursday|until_friday|until_next
    as_of_yet|not_yet|later_today|later_on|next_week|next_month|next_monday|a_quick_test
not moment rule,choose,prefer
    yet
    until|till we|i|you|further|it|they|the|this|that|i've|we've|i'm|i'll|you've|we're
not doubt
    maybe|perhaps|possibly|probably|presumably|hypothetically|theoretically|supposedly|apparently|allegedly
    not_sure|unsure|no_idea|i_wonder|wondering|i_guess|i_suppose|i_think_we|i_think_it|might_be|may_be|could_be|i_doubt
    what_if|suppose|supposing|imagine|assuming|assume_that|let's_say|lets_say|say_we|in_theory|pretend|hypothetical
    i_wish|if_only|were_to|would_have|could_have|should_have|wouldn't|couldn't|would_be|it_depends|thinking_about
    thinking_of|considering|consider|toying_with|leaning_towards|leaning_toward|undecided|haven't_decided|not_decided
    should_we|shall_we|can_we|could_we|do_we|are_we|how_about|what_about|why_not|would_you|could_you|can_you|do_you
    i_think_you_should|tempted|curious|whether|or_should|or_do|or_not|either_way|if_i_were
not doubt prefer,choose,fact,place
    if|in_case|provided_that|might|could|would|seems|seem|looks_like|i_think|i_believe|should_probably
not doubt rule
    ^ if
    if i|we|it were|was|had
    if_we|if_they|if_he|if_she
    would|might|could
not report
    he|she|they|someone|somebody|people|everyone|nobody|who|it SAYING|tells|writes|thinks|thought|asked|asks|wants
    he|she|they|someone|somebody|people|everyone|nobody|who prefers|preferred|prefer|likes|like|believes|use|uses
    he's|she's|they're|they've|he'd|she'd
    * SAYING
    people|they|docs|folks|users|guys|reviewers say
    NAME thinks|thought|wants|wanted|prefers|preferred|likes|asked|believes|believed
    according|quote|quoting|quoted|verbatim|rumor|rumour|heard_that|i_read|i_heard|i_saw|reportedly
    in_the_words_of|the_author|the_article|the_blog|the_reviewer|stackoverflow|stack_overflow|blog_post|my_colleague
    some|most|many|other people|teams|developers|companies|folks
not example
    for_example|for_instance|e.g|eg|as_an_example|example|sample|samples|for_the_sake_of|roleplay|role-play|role_play
    act_as|in_this_story|in_the_story|fictional|character|persona|joke|kidding|sarcasm|story|novel|poem|essay|song
    translate|paraphrase|rephrase|proofread|summarize|summarise|sentence|lyrics|haiku|quiz|riddle|tweet|slogan
not secret prefer,rule,choose,fact
    password|passwd|passphrase|token|secret|api_key|apikey|pin|credentials is|are|:|= !SAFE
not past
    used_to|back_then|in_the_past|previously|last_year|last_week|last_month|years_ago|at_my_old_job|at_my_last_job
    formerly|once_upon
not negated
    DONT remember|save|store|memorize|memorise|record|note this|that|it|anything
    nothing to_remember
not trouble
    a_problem|an_issue|this_error|stuck|fails_with|failing_with|crashes|crashed|doesn't_work|does_not_work
    isn't_working|not_working|keeps_failing|get_an_error|getting_an_error|got_an_error
not trouble prefer,choose,fact,place
    broken|red|annoyed|failing|fails|failed|crashing|hangs|slow|flaky|wrong|weird|strange|missing|empty|down|undefined|still
    doesn't_exist|throws|throwing
not trouble choose,fact,place
    too
not trouble prefer,choose,fact
    error|exception|bug

ask
    what|why|how|who|which|whose|where is|are|do|does|did|should|would|can|could|if|about|will|was|were|the|to|kind|i
    what's|why's|how's|who's|where's|what're
    should|shall|would|could|can|do|does|did|is|are|am|was|were|will|have|has|had|may|might i|we|you|it|he|she|they|this
    should|shall|would|could|can|does|did|is|are|was|were|will|has|had the|that|there|our|my|a|an|any|these|those|your
    when should|do|does|did|will|is|are|can
    is|isn't|aren't|don't|doesn't|wouldn't|shouldn't|couldn't|can't|won't i|we|you|it|that|this|there|the
    any idea|chance|reason|suggestions|thoughts
    remember when|how|what|why|me|the_time|last
    remind me
    i_wonder|i'm_wondering|wondering|guess what|if|why|how|whether

tail
    so|then|now|and|but? can|could|would|will you
    now|then please !always
    thanks|thank_you|let_me_know|go_ahead|so_go|now_please
    so|then|now|and fix|update|change|implement|refactor|rename|rewrite|adjust|continue|proceed|start|show the|that|this|all
tail choose,place
    so|and? please !always
    fix|update|change|implement|refactor|rename|rewrite|adjust|continue|proceed|start|show the|that|this|all

paste
    output|outputs|log|logs|trace|traceback|stacktrace|error|errors|message|messages|mail|email|e-mail|readme|article .. :
    document|doc|text|snippet|code|diff|patch|response|transcript|comment|review|paste|pasted|excerpt|notes|thread .. :
    config|configuration|contents|content|result|results|report|post|quote|template|prompt|description|spec .. :
    below|as_follows|says|said|wrote|reads|saying|here_it_is|here_they_are|looks_like_this|look_at_this|reply|got_this :
    this_is_what|here's_what|here_is_what|from_the_docs|from_the_readme|instructions .. :
    translate|summarize|summarise|rewrite|proofread|review|explain|check|paraphrase|improve .. :

drop
    DONT|never|no_need_to|not remember|save|store|memorize|memorise|record|note|keep|log this|that|it|any_of_this|anything
    DONT|never remember|save|store|memorize|memorise|record what|the|my
    DONT|never add|commit|write|put|save this|that|it|anything to|in|into memory|your_memory|the_memory
    off the record
    ^ just? kidding|joking
    i'm|im|i_was only|just? kidding|joking
    forget i_said|what_i_said|what_i_just|about_that|about_it
    ^ no|ok|okay|actually? ,? forget|scratch|ignore|disregard|discard|scrap that|this|it $|.|,|!
    scratch|ignore|disregard|discard|scrap what_i_said|what_i_just|my_last|my_previous|all_that
    this|that is|was only|just? a|an joke|test|example|hypothetical
"""
