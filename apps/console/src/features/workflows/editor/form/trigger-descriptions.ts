/** Descriptions of the fields of triggers, and the names of kinds of signatures, in Chinese by the English ones of the API. */
export const TRIGGER_DESCRIPTIONS: Readonly<Record<string, string>> = {
  'Five fields: minute, hour, day of month, month, day of week. Each is a number, `*`, a range, a step or a list; months and weekdays may have three-letter names. If the clocks skip a daily time, the workflow starts after the change. If the clocks show a daily time twice, the workflow starts the first time.':
    '五个字段：分、时、日、月、星期。每个字段可为数字、*、范围、步长或列表，月和星期可用三字母名称。若时钟拨快时跳过了每日的时间，工作流在拨快之后启动；若该时间出现两次，则在第一次启动。',
  'IANA time zone of the schedule. Default is the time zone of the platform.':
    '计划使用的 IANA 时区。默认为平台的时区。',
  'Id of a calendar. If set, the schedule starts the workflow only while the calendar is open.':
    '日历的编号。设置后，仅在日历开放时启动工作流。',
  'Whether the calendar must be open (the default) or closed. Needs `calendarId`.':
    '日历须为开放（默认）还是关闭。需要设置 calendarId。',
  'The daily event at which the workflow starts.': '启动工作流的每日事件。',
  'Minutes after the event, or before it if negative.': '事件之后的分钟数，负数表示事件之前。',
  'IP addresses and CIDR blocks that may deliver. If the list is empty, all addresses may deliver.':
    '可以投递的 IP 地址和 CIDR 网段。列表为空时，所有地址都可以投递。',
  'Further headers to include in `request.headers`. `content-type`, `user-agent` and headers that begin with `x-` are always included. `authorization`, `cookie`, the secret and the signature are never included.':
    'request.headers 中还要包含的请求头。始终包含 content-type、user-agent 和以 x- 开头的请求头，从不包含 authorization、cookie、密钥和签名。',
  'How the sender signs its deliveries. If it is set, only deliveries with this signature are accepted.':
    '发送方签署投递的方式。设置后，只接受带此签名的投递。',
  'The service that signs the deliveries.': '签署投递的服务。',
  'Header with the signature.': '含签名的请求头。',
  'Hash function of the HMAC. The key of the HMAC is the secret as text.':
    'HMAC 的哈希函数。HMAC 的密钥为文本形式的密钥。',
  'Encoding of the signature.': '签名的编码。',
  'Text before the signature.': '签名之前的文本。',
  'Signed time of the delivery. Without it, only the body is signed.':
    '投递的签名时间。未设置时，只签署正文。',
  'Header with the time, in seconds since 1970.': '含时间的请求头，单位为自 1970 年起的秒。',
  'Largest accepted difference from the current time, in seconds.': '与当前时间允许的最大差值，单位为秒。',
  'The signed text. It contains `{timestamp}` and `{body}`, each once.':
    '签名的文本。包含 {timestamp} 和 {body} 各一次。',
  'Codes of points. `*` matches any characters.': '点位编码，* 代表任意字符。',
  'An expression over `code`, `value`, `previous`, `quality`, `env` and `state`. The workflow starts only if it is true.':
    '使用 code、value、previous、quality、env 和 state 的表达式。仅在其为真时启动工作流。',
  'The workflow starts when a value rises above this limit. It does not start again until the value has fallen.':
    '值升到此限值以上时启动工作流。值回落之前不会再次启动。',
  'The workflow starts when a value falls below this limit. Less than `above` if both are set.':
    '值降到此限值以下时启动工作流。两者都设置时，须小于 above。',
  'How far a value must return from the limit before the next crossing counts.':
    '值须离开限值多远，下一次越限才算数。',
  'How long the value must stay beyond the limit before the workflow starts, in milliseconds. Without limits, how long the condition must stay true.':
    '值须持续越限多久才启动工作流，单位为毫秒。没有限值时，为条件须持续为真的时长。',
  'Whether the current state counts like a crossing when the service starts, the workflow is created or enabled, or its trigger changes. By default, only later changes count.':
    '服务启动、工作流创建或启用，或触发器更改时，当前状态是否算作越限。默认只有之后的变化才算。',
  'Name of the event.': '事件的名称。',
  'An expression over `triggerData`, `env` and `state`. The workflow starts only if it is true.':
    '使用 triggerData、env 和 state 的表达式。仅在其为真时启动工作流。',
  'Signature of a known service': '已知服务的签名',
  'Described signature': '自定义签名',
};
