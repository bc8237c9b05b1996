"""Chinese and Japanese sentences and what the offline writer makes of them. The tables of `tests.said`:
a name and what was said, and what is no memory.
"""

from __future__ import annotations

import pytest

from tests.said import check_forgotten, check_remembered, forgotten, remembered

CHINESE = """
user-制表符而不是空格: 我更喜欢用制表符而不是空格。
user-简短的回答: 我喜欢简短的回答。
user-后端工程师: 我是一名后端工程师。
user-王伟: 我叫王伟。
user-时区-asia-shanghai: 我的时区是 Asia/Shanghai。
user-十年的-java-经验: 我有十年的 Java 经验。
user-太长的函数: 我不喜欢太长的函数。
user-红绿色盲: 我是红绿色盲。
user-医院工作: 我在医院工作。
user-vim: 我习惯用 Vim。
user-简洁的回答: 我偏好简洁的回答。
user-重写整文件: 我不喜欢你重写整个文件。
user-数据科学家-r: 我是数据科学家，主要用 R。
user-唯一的后端开发: 我是团队里唯一的后端开发。
user-住在上海: 我住在上海。
user-平时-neovim: 我平时用 Neovim。
user-英语和日语: 我会说英语和日语。
user-简短的提交信息: 我想要简短的提交信息。
user-母语葡萄牙语: 我的母语是葡萄牙语。
user-学生一步一步解释: 我是学生，所以请一步一步解释。
user-不太熟悉-react: 我不太熟悉 React。
user-叫我小王: 叫我小王。
user-称呼我陈博士: 以后请称呼我为陈博士。
user-tabs-而不是空格: 我比較喜歡用 tabs 而不是空格。
user-後端工程師: 我是一名後端工程師。
user-王偉: 我叫王偉。
feedback-中文回答: 请始终用中文回答。
feedback-中文回复: 请用中文回复我。
feedback-代码添加注释: 不要在代码里添加注释。
feedback-直接推送到-main-分支: 永远不要直接推送到 main 分支。
feedback-应该用-pnpm-npm: 不对，应该用 pnpm，不要用 npm。
feedback-pnpm-代替-npm: 不，用 pnpm 代替 npm。
feedback-提交信息都用英文写: 从现在起，提交信息都用英文写。
feedback-提交运行测试: 以后每次提交前都要运行测试。
feedback-表情符号: 别再用表情符号了。
feedback-全局变量: 避免使用全局变量。
feedback-删除文件先问我: 删除文件之前先问我。
feedback-postgres-不是-mysql: 其实是 Postgres，不是 MySQL。
feedback-端口-5433: 错了，端口是 5433。
feedback-生产环境-console-log: 禁止在生产环境使用 console.log。
feedback-组合而不是继承: 优先使用组合而不是继承。
feedback-这个仓库分号: 在这个仓库里不要用分号。
feedback-服务名-billing-api-不是-billing: 不对，服务名是 billing-api，不是 billing。
feedback-限制每分钟-500-次: 不对，限制是每分钟 500 次。
feedback-修改生成的代码: 绝对不要修改生成的代码。
feedback-删除迁移文件: 不要删除迁移文件。
feedback-提交: 没有我的同意不要提交。
feedback-注释英文写: 注释请用英文写。
feedback-中文回答: 以后请用中文回答我。
feedback-var: 别用 var 了。
feedback-提交信息放表情符号: 提交信息里不要放表情符号。
feedback-写测试的时候-pytest: 写测试的时候请用 pytest。
feedback-所有字符串统一用双引号: 所有字符串统一用双引号。
feedback-安装依赖先问我: 今后安装依赖之前先问我。
feedback-改完代码跑一遍-lint: 每次改完代码都要跑一遍 lint。
feedback-代码缩写: 请不要在代码中使用缩写。
feedback-回答尽量简短一点: 回答尽量简短一点。
feedback-包名-scribe-core: 更正一下：包名叫 scribe-core。
feedback-动-vendor-的任何东西: 请不要动 vendor/ 下的任何东西。
feedback-明文存储密码: 永远不要明文存储密码。
feedback-新增接口更新文档: 每次新增接口都要更新文档。
feedback-代码注释一律用英文: 代码注释一律用英文。
feedback-删东西先问我: 删东西之前先问我。
feedback-简体中文写文档: 请用简体中文写文档。
feedback-中文回答: 請始終用中文回答。
feedback-提交訊息都用英文寫: 從現在起，提交訊息都用英文寫。
feedback-直接推送到-main-分支: 不要直接推送到 main 分支。
feedback-繁體中文回答: 以後請用繁體中文回答我。
project-postgres-存储事件: 我们决定使用 Postgres 存储事件。
project-kafka: 我们最终选择了 Kafka。
project-fastapi-做后端: 那就用 FastAPI 做后端吧。
project-发票按行取整: 请记住：发票按行取整。
project-每周五部署: 我们团队每周五部署。
project-所有接口都必须版本号: 所有接口都必须有版本号。
project-tailwind-不用-bootstrap: 我们用 Tailwind，不用 Bootstrap。
project-本项目-pnpm-管理依赖: 本项目使用 pnpm 管理依赖。
project-ci-跑在-arm-机器: 别忘了我们的 CI 跑在 ARM 机器上。
project-客户-python-3-9: 请注意，客户还在用 Python 3.9。
project-yarn: 我们不用 yarn。
project-周五部署: 我们周五不部署。
project-周五发布: 我们从不在周五发布。
project-主干开发: 我们团队决定采用主干开发。
project-dynamodb: 我们最终选了 DynamoDB。
project-前端-vue: 前端我们用 Vue。
project-jenkins-迁移到-github-actions: 我们已经从 Jenkins 迁移到 GitHub Actions。
project-空格: 错，我们用空格。
project-数据库只读: 记住：数据库是只读的。
project-支持-ie11: 别忘了我们要支持 IE11。
project-所有时间戳-utc-存储: 所有时间戳都要用 UTC 存储。
project-每个-pr-都需要两审核: 每个 PR 都需要两个人审核。
project-主分支-trunk: 我们的主分支叫 trunk。
project-客户医院: 我们的客户主要是医院。
project-截止日期-3-月-31-日: 截止日期是3月31日。
project-支持-node-16: 我们不再支持 Node 16。
project-每个服务都有自己的数据库: 每个服务都有自己的数据库。
project-产品灯塔: 我们的产品叫灯塔。
project-所有日期-utc: 注意：所有日期都是 UTC。
project-代码风格遵循-pep-8: 我们的代码风格遵循 PEP 8。
project-postgres-儲存事件: 我們決定使用 Postgres 儲存事件。
reference-预发布服务器-staging-example-org: 记住我们的预发布服务器是 staging.example.org。
reference-文档-docs-example-org: 文档在 https://docs.example.org。
reference-设计稿-figma: 设计稿在 Figma 里。
reference-配置文件-settings-toml: 配置文件位于 config/settings.toml
reference-工单-core-142: 工单是 CORE-142。
reference-bug-linear: bug 都记录在 Linear 里。
reference-jira-看板-jira-example-com: Jira 看板在 https://jira.example.com/boards/42
reference-生产日志-datadog: 生产日志在 Datadog 里。
reference-api-文档地址-api-example-com: API 文档地址：https://api.example.com/docs
reference-计费的问题找李娜: 计费的问题找李娜。
reference-维基的链接-wiki-example-org: 维基的链接是 https://wiki.example.org
reference-密钥-vault: 我们把密钥存在 Vault 里。
reference-測試伺服器-staging-example-org: 記住我們的測試伺服器是 staging.example.org。
"""

NOT_CHINESE = """
你更喜欢制表符还是空格？
我们应该一直用 Postgres 吗？
也许我们应该用 Redis。
如果我们用 Redis，会更快。
暂时用 SQLite。
今天先用 npm。
在这个测试里始终用假时钟。
这次用 npm。
老板说我们永远不要用 ORM。
README 说每次都要先运行 make。
根据文档，不要调用两次。
修复登录的 bug。
给解析器加一个测试。
我更喜欢那个。
我喜欢这个。
用第二个方案。
不要记住这个：我今天心情不好。
例如，总是用香蕉这个词。
这个总是失败。
构建总是报错。
我从来没见过这个错误。
没问题。
错误在 src/app.py 里。
删除这个文件。
能不能用 pnpm 代替 npm？
假设我们决定用 Kafka。
以前我用制表符。
我不知道为什么失败了。
运行测试。
别担心。
别忘了推送。
评论里写着“永远用制表符”。
我很累。
不。
谢谢，很好。
为什么我们用 Postgres
以后再说吧
我们考虑使用 Kafka。
不要这样做。
翻译：我更喜欢茶。
你能每次都写测试吗？
你为什么总是加注释？
你喜欢哪个数据库？
我在想要不要用 Kafka。
我们可能会用 Kafka。
假如我们决定用 Kafka 呢
这个测试里不要用 mock。
先不要提交。
先别删。
现在先用 SQLite。
写一个永远返回 true 的函数。
解释一下为什么我们总是用锁。
同事说永远不要抛异常。
文章里说总是要用 const。
这个从来不行。
我总是忘记语法。
你总是做错。
不，另一个按钮。
main.py 里有个错误。
我在测试。
我回来了。
我需要一个登录页面。
我想加一个深色模式。
我希望标题栏固定。
我们要在周五之前修好。
我们的构建有问题。
我们的测试太慢了。
服务器挂了。
文件在 /tmp/output.txt。
看一下 https://example.com
算了。
这个不用记。
谢谢，可以了。
好，就这样。
把 foo 全部替换成 bar。
重命名这个函数。
用第二种方案吧。
试试看吧。
我不喜欢。
我不喜欢这个。
不知道要不要用 Redis。
用这个。
我们的分支命名规则是什么？
配置文件在哪里？
我记得我们决定用 Postgres，但不确定。
如果更快的话，就用 pnpm。
我们来修一下测试。
这里用第二版。
把 helper 移到 src/lib。
拼写错误在 docs/api.md 里。
结果是 42。
页面很慢。
我在用新分支。
我觉得可以。
我喜欢这个效果。
我们有两个选择。
所有测试都通过了。
不，那个文件没问题。
总是同一个错误。
别忘了测试。
写短一点。
我朋友总是用 vim。
我从没用过。
写一个从不删除文件的脚本。
"""

JAPANESE = """
user-スペースよりタブ: スペースよりタブの方が好きです。
user-短い回答: 私は短い回答が好きです。
user-バックエンドエンジニア: 私はバックエンドエンジニアです。
user-田中: 私の名前は田中です。
user-田中: 田中と申します。
user-タイムゾーンは-asia-tokyo: タイムゾーンは Asia/Tokyo です。
user-java-の経験が-10-年: Javaの経験が10年あります。
user-長い関数: 長い関数は嫌いです。
user-色弱: 私は色弱です。
user-病院: 病院で働いています。
user-普段は-vim: 普段はVimを使っています。
user-簡潔な回答: 簡潔な回答の方が好みです。
user-ファイル全体を書き直すのは好きではありません: ファイル全体を書き直すのは好きではありません。
user-データサイエンティスト-r: 私はデータサイエンティストで、主にRを使っています。
user-linux: 僕はLinux派です。
user-大阪に住んでいます: 大阪に住んでいます。
user-エディタは-neovim: エディタはNeovimを使っています。
user-コミットメッセージは短: コミットメッセージは短い方がいいです。
user-母語はポルトガル語: 母語はポルトガル語です。
user-学生一歩ずつ説明して: 私は学生なので、一歩ずつ説明してください。
user-react-詳しくありません: Reactはあまり詳しくありません。
user-ルー: ルーと呼んでください。
feedback-日本語: 常に日本語で答えてください。
feedback-日本語: 日本語で回答してください。
feedback-コードにコメントを追加: コードにコメントを追加しないでください。
feedback-main-ブランチに直接プッシュ: mainブランチに直接プッシュしないでください。
feedback-npm-ではなく-pnpm: いいえ、npmではなくpnpmを使ってください。
feedback-コミットメッセージを英語: 今後は、コミットメッセージを英語で書いてください。
feedback-コミット前にテスト: コミットする前に必ずテストを実行してください。
feedback-絵文字: 絵文字を使うのはやめてください。
feedback-グローバル変数: グローバル変数は避けてください。
feedback-ファイルを削除前に確認: ファイルを削除する前に必ず確認してください。
feedback-mysql-ではなく-postgres: 実は、MySQLではなくPostgresです。
feedback-ポートは-5433: 違います、ポートは5433です。
feedback-本番環境で-console-log: 本番環境でconsole.logを使うのは禁止です。
feedback-回答は簡潔: 回答は簡潔にお願いします。
feedback-テストを先: いつもテストを先に書いてください。
feedback-セミコロン: このリポジトリではセミコロンを使わないでください。
feedback-サービス名は-billing-ではなく-billing-api: いえ、サービス名はbillingではなくbilling-apiです。
feedback-上限は毎分-500-リクエスト: 違います。上限は毎分500リクエストです。
feedback-タイムスタンプ-utc-で保存: タイムスタンプはすべてUTCで保存すること。
feedback-生成されたコード変更: 生成されたコードは絶対に変更しないでください。
feedback-マイグレーションファイルを削除: マイグレーションファイルを削除しないこと。
feedback-勝手にコミット: 勝手にコミットしないでください。
feedback-コメント英語: コメントは必ず英語で書いてください。
feedback-日本語: 今後は日本語で答えてください。
feedback-var: varは使わないで。
feedback-コミットに絵文字を入: コミットに絵文字を入れないでください。
feedback-テストを書くときは-pytest: テストを書くときはpytestを使ってください。
feedback-文字列ダブルクォート: 文字列は常にダブルクォートにしてください。
feedback-パッケージをインストール前に聞いて: 次回からパッケージをインストールする前に聞いてください。
feedback-コードを変更-lint: コードを変更したら必ずlintを実行してください。
feedback-変数名に略語: 変数名に略語を使うのは避けてください。
feedback-説明は短め: 説明は短めにお願いします。
feedback-パッケージ名は-scribe-core: 訂正です。パッケージ名はscribe-coreです。
feedback-vendor-以下触: vendor/以下は絶対に触らないでください。
feedback-パスワードを平文で保存: パスワードを平文で保存しないでください。
feedback-エンドポイントを追加仕様書を更新: エンドポイントを追加したら必ず仕様書を更新してください。
feedback-サービスは独自のデータベースを持: 各サービスは独自のデータベースを持つこと。
feedback-コメント英語: コメントは常に英語で。
feedback-削除前に聞いて: 削除する前に必ず聞いてください。
feedback-敬語: 敬語は使わないでください。
feedback-ドキュメントは日本語: ドキュメントは日本語で書いてください。
project-イベントの保存には-postgres: イベントの保存にはPostgresを使うことにしました。
project-キャッシュは-redis: キャッシュはRedisに決めました。
project-バックエンドは-fastapi: バックエンドはFastAPIでいきましょう。
project-請求書ごとに丸: 覚えておいて：請求書は行ごとに丸めます。
project-毎週金曜日にデプロイ: うちのチームは毎週金曜日にデプロイします。
project-エンドポイントはバージョン: すべてのエンドポイントはバージョン管理する必要があります。
project-pnpm: このプロジェクトではpnpmを使っています。
project-jenkins-github-actions: JenkinsからGitHub Actionsに移行しました。
project-tailwind: 私たちはTailwindを採用しています。
project-金曜日にはデプロイ: 金曜日にはデプロイしません。
project-トランクベース開発を採用する: チームでトランクベース開発を採用することにしました。
project-最終的に-dynamodb-を選びました: 最終的にDynamoDBを選びました。
project-フロントエンドは-vue: フロントエンドはVueを使います。
project-データベースは読み取り専用: 覚えておいてください：データベースは読み取り専用です。
project-ie11-をサポート必要があるを忘れないでください: IE11をサポートする必要があることを忘れないでください。
project-pr-には二人のレビューが必要です: すべてのPRには二人のレビューが必要です。
project-メインブランチは-trunk: うちのメインブランチはtrunkです。
project-顧客病院: 弊社の顧客は主に病院です。
project-締め切りは-3-月-31-日: 締め切りは3月31日です。
project-node-16-はもうサポート: Node 16はもうサポートしません。
project-製品は灯台: うちの製品の名前は灯台です。
project-日付-utc: 注意：日付はすべてUTCです。
reference-ステージングサーバーは-staging-example-org: ステージングサーバーはstaging.example.orgだと覚えておいてください。
reference-ドキュメントは-docs-example-org: ドキュメントは https://docs.example.org にあります。
reference-デザインは-figma: デザインはFigmaにあります。
reference-設定ファイルは-settings-toml: 設定ファイルは config/settings.toml にあります。
reference-チケットは-core-142: チケットは CORE-142 です。
reference-バグは-linear: バグはLinearで管理しています。
reference-jira-ボードは-jira-example-com: Jiraボードは https://jira.example.com/boards/42 です。
reference-本番ログは-datadog: 本番ログはDatadogにあります。
reference-api-ドキュメント-api-example-com: APIドキュメントはこちら：https://api.example.com/docs
reference-請求については田中さんに聞いて: 請求については田中さんに聞いてください。
reference-wiki-のリンクは-wiki-example-org: Wikiのリンクは https://wiki.example.org です。
reference-シークレットは-vault-に保存して: シークレットはVaultに保存しています。
"""

NOT_JAPANESE = """
タブとスペースのどちらが好きですか？
いつもPostgresを使うべきですか？
Redisを使うべきかもしれません。
もしRedisを使ったら、速くなるでしょう。
とりあえずSQLiteを使ってください。
今日はnpmを使いましょう。
このテストでは常に偽の時計を使ってください。
今回はnpmを使ってください。
上司はORMを使わないでと言っていました。
READMEには必ずmakeを実行するようにと書かれています。
ドキュメントによると、二回呼んではいけません。
ログインのバグを直してください。
パーサーのテストを追加してください。
それの方が好きです。
これが好きです。
二番目の案でいきましょう。
これは覚えないでください。
例えば、常にバナナという言葉を使ってください。
これはいつも失敗します。
ビルドが必ずエラーになる。
こんなエラーは見たことがない。
問題ありません。
バグは src/app.py にあります。
そのファイルを削除してください。
npmの代わりにpnpmを使えますか？
Kafkaを使うことにしたと仮定しましょう。
以前はタブが好きでした。
なぜ失敗するのか分かりません。
テストを実行してください。
心配しないでください。
コメントには「常にタブを使うこと」と書かれています。
疲れました。
いいえ。
ありがとう、完璧です。
翻訳してください：私はお茶が好きです。
Kafkaを検討しています。
これから会議です。
いつもテストを書いてくれますか？
なぜいつもコメントを追加するのですか。
どのデータベースが好きですか？
Kafkaを使うべきか迷っています。
Kafkaを使うかもしれません。
Kafkaを使うことにしたらどうなりますか？
このテストではモックを使わないでください。
まだコミットしないでください。
まだ消さないで。
とりあえずSQLiteで。
常にtrueを返す関数を書いてください。
なぜ常にロックを使うのか説明してください。
同僚が例外を投げないでと言っていました。
記事には常にconstを使うべきと書いてありました。
いつもうまくいきません。
いつも構文を忘れます。
いいえ、もう一つのボタンです。
main.pyにエラーがあります。
今テストしています。
戻りました。
ログインページが必要です。
ダークモードを追加したいです。
ヘッダーを固定してください。
金曜日までに直さないといけません。
ビルドに問題があります。
テストが遅いです。
サーバーが落ちています。
ファイルは /tmp/output.txt にあります。
https://example.com を見てください。
やっぱりいいです。
これは記録しないでください。
ありがとう、動きました。
はい、お願いします。
fooをすべてbarに置き換えてください。
関数の名前を変更してください。
二つ目の案にしましょう。
試してみましょう。
好きじゃないです。
これは嫌いです。
Redisを使うかどうか分かりません。
これを使って。
ブランチの命名規則は何ですか？
設定ファイルはどこにありますか？
Postgresを使うことにしたと思いますが、確かではありません。
速いならpnpmを使ってください。
テストを直しましょう。
ここはバージョン2を使って。
ヘルパーをsrc/libに移動してください。
誤字は docs/api.md にあります。
結果は42です。
ページが遅いです。
新しいブランチを使っています。
いいと思います。
この見た目が好きです。
選択肢は二つあります。
テストは全部通りました。
いいえ、そのファイルは大丈夫です。
いつも同じエラーです。
テストを忘れないで。
もっと短くして。
友達はいつもvimを使っています。
使ったことがありません。
ファイルを絶対に削除しないスクリプトを書いてください。
"""


@pytest.mark.parametrize(("name", "sentence"), [*remembered(CHINESE), *remembered(JAPANESE)])
def test_it_is_remembered_under_a_name_that_says_so(name: str, sentence: str) -> None:
    check_remembered(name, sentence)


@pytest.mark.parametrize("sentence", [*forgotten(NOT_CHINESE), *forgotten(NOT_JAPANESE)])
def test_it_is_left_alone(sentence: str) -> None:
    check_forgotten(sentence)
