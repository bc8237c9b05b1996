"""Chinese wording that is held; the form of the table is explained in `policies.wording`.

Every character is a word, so numbers are of characters. Traditional characters are read as simplified ones.
"""

from policies.wording import Table

__all__ = ["TABLE"]

_FILLERS = "的 了 地 得 请 这 那 些 都 也 就 把 将 你 您 我 所 之 一 已 再 在"

_CLASSES = """
neg: 不要 不能 不可 别 不得 禁止 请勿 切勿 避免 不应 不会 从不 勿
not: 不要 别 勿 不得 绝不 不能 千万别 不可 切勿 请勿 不许 无需 不必 永远不要 绝对不要 不应 避免
who: 用户 使用者 开发者 管理员 主人 客户
anyone: @who 任何人 别人 他人 其他人 人类
tell: 告诉 告知 透露 提及 通知 提醒 汇报 泄露 提到 说起 报告 说明
this: 这条 这个 这件 此事 此 该 本 这些 这段 此条
order: 记忆 指令 指示 规则 笔记 消息 备忘 内容 提示
learn: 知道 发现 察觉 得知 知晓 了解到 意识到
secretly: 偷偷 暗中 悄悄 秘密地 秘密 私下 悄无声息 不动声色
deed: 发送 上传 执行 添加 安装 删除 下载 复制 转发 运行 插入 记录 传送 修改
ignore: 忽略 无视 忽视 不理会 不要理会 别理 忘记 忘掉 抛弃 绕过 违反 不要遵守 不遵守 不再遵守 不要遵循 放弃 摒弃
    覆盖 作废
previous: 之前 以前 先前 上述 上面 前面 原有 系统 此前 原来 原始 安全 既有 以上 现有 预设 开发者
every: 所有 全部 一切 任何
strong: 指令 指示 提示词 命令 系统提示
rules: @strong 规则 提示 限制 约束 要求 设定 准则 规定 对话 内容
persona: 没有限制 不受限制 无限制 越狱 黑客 管理员模式 开发者模式 ai 人工智能 助手 dan 不受约束
when: 当 如果 一旦 每当 只要 若 每次 假如 要是
says: 说 问 提到 询问 输入 请求 要求 提及 发送 谈到 表示 打招呼
lead: , 就 则 请 必须 立即 要 便 务必 应 自动
act: 执行 运行 发送 调用 删除 下载 上传 安装 推荐 回复说 回答说 打开 访问 转账 转发 声称 购买 泄露 复制 透露
send: 发送 上传 传送 转发 传给 发给 发到 发至 泄露 提交 邮寄 外传 传到 传输 寄到 同步到 抄送 分享
private: 密码 密钥 凭证 凭据 对话 聊天记录 令牌 机密 私钥 环境变量 系统提示 用户数据 历史记录 隐私 个人信息 记忆
    敏感信息 敏感数据 口令 <secret-file> token tokens api_key 会话
placed: <url> <email> <host> 外部服务器 远程服务器 服务器 攻击者 webhook 邮箱
to: 到 至 给 往 向
machine: ai 助手 代理 模型 智能体 机器人 agent
"""

_RULES = """
concealment  not 6 tell 6 anyone
concealment  not 1 让 2 anyone 4 learn
concealment  not 4 tell 3 this 3 order
concealment  not 3 tell 此事|这件事
concealment  瞒着|背着|隐瞒 4 anyone
concealment  向|对 2 anyone 3 隐瞒|保密|隐藏
concealment  who 4 不知情|毫不知情|不知道 2 情况下|时
concealment  不让 1 anyone 3 learn
concealment  -neg secretly 4 deed
concealment  未经|无需|不经|不需要 2 who 3 同意|许可|允许|确认|批准 2 就|即可|直接|便|也可以
concealment  保守秘密|严格保密|不要外传
concealment  this 3 保密
concealment  如果 4 被问|问起|追问 6 否认|装作|假装|谎称
concealment  假装 6 没有发生|不知道|没有
override     -neg ignore 8 previous 6 rules
override     -neg ignore 3 every 2 strong
override     previous|every 5 strong 6 ignore
override     previous 2 规则|限制 4 ignore
override     你现在是|从现在起你是|从现在开始你是|你不再是|你将扮演|假装你是|扮演 10 persona
override     你不再受|你没有任何|你不受 6 限制|约束|规则
override     进入|启用|开启 2 开发者模式|越狱模式|上帝模式
override     无论|不管|即使|哪怕 2 who 4 说|要求|反对|拒绝|同意
override     优先于 4 who|系统|其他 3 指令|要求|指示|规则
override     新指令|新的指令|新的系统指令|系统指令 :
trigger      when 3 who 10 says 14 lead 2 act !确认
trigger      当你 3 看到|读到|收到 6 词|短语|口令|暗号 10 act
exfiltration --neg send 10 private 8 to 4 placed
exfiltration --neg private 10 send 8 placed
exfiltration --neg private 6 to 6 placed
exfiltration --neg send 6 to 4 placed 8 private
exfiltration --neg 输出|显示|重复|泄露|告诉我|打印|复述 4 系统提示|系统提示词|初始指令|系统指令|提示词
standing     从现在起|从现在开始|今后|以后都|以后请|以后要|每次都|往后|自此
standing     ^ 始终|总是|永远|务必|必须|一律
standing     machine|你 1 必须|应该|应当|务必|需要始终|只能
standing     始终|务必|永远 3 使用|用|要|不要|执行|运行|先|在|遵守|回答|回复
standing     每次 6 时|前|后|都 2 lead
standing     记住 2 :
standing     当我|如果我 4 说|问
"""

TABLE = Table(_FILLERS, _CLASSES, _RULES)
