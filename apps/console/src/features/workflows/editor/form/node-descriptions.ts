/** Descriptions of the fields of nodes in Chinese, by the English ones of the API. */
export const NODE_DESCRIPTIONS: Readonly<Record<string, string>> = {
  'Result of the workflow. An object becomes the output itself. Any other value becomes the field `value` of the output.':
    '工作流的结果。对象直接作为输出，其他值成为输出的字段 value。',
  'The condition, as an expression.': '条件，为表达式。',
  'The value to compare, as an expression.': '要比较的值，为表达式。',
  'The cases, tried in order.': '分支条件，按顺序比较。',
  'Label of the edge to follow. Each label must be unique and cannot contain a template.':
    '要沿用的连线的标签。标签不能重复，也不能包含模板。',
  'Value to compare with `===`: "1" does not equal 1.': '用 === 比较的值：文本 "1" 不等于数字 1。',
  'The items, in order: a list, or an {{ expression }} whose value is a list.':
    '按顺序处理的元素：列表，或值为列表的 {{ 表达式 }}。',
  'In the body the item is also available as `variables.<name>`, with this name.':
    '在循环体内，也可用 variables.<名称> 读取该元素，名称在此设置。',
  'Number of items that run at the same time.': '同时处理的元素个数。',
  'Duration in milliseconds, at most 366 days.': '时长，单位为毫秒，最长 366 天。',
  'ISO 8601 instant with an offset, or milliseconds since 1970. At most 366 days ahead.':
    '带时区偏移的 ISO 8601 时间，或自 1970 年起的毫秒数。最多提前 366 天。',
  'Waits until the value of one of these points fulfils the condition, or until the values of all of them do. If the current values already do, the node continues immediately.':
    '等待其中一个点位的值满足条件，或所有点位的值同时满足条件。若当前值已满足，则立即继续。',
  'Whether one point must fulfil the condition (`any`), or all of them at the same time (`all`).':
    '一个点位满足条件即可（any），或所有点位必须同时满足条件（all）。',
  'Codes of points. `*` stands for any characters.': '点位编码，* 代表任意字符。',
  'An expression of `code`, `value`, `previous`, `quality` and `given`.':
    '使用 code、value、previous、quality 和 given 的表达式。',
  'Waits for the next event with this name. If a condition is set, the event must fulfil it.':
    '等待下一个同名事件。若设置了条件，事件还须满足条件。',
  'Name of an event, as in the trigger `event`.': '事件名称，与事件触发器中的相同。',
  'An expression of `triggerData`, the payload of the event, and `given`.':
    '使用事件内容 triggerData 和 given 的表达式。',
  'Waits for a call of the one-time address that `resumeUrl` returns for this node.':
    '等待有人打开该节点的一次性地址，地址由 resumeUrl 返回。',
  'Values that the condition sees as `given`. Templates are resolved when the node starts.':
    '条件中以 given 读取的值。模板在节点启动时计算。',
  'Any value.': '任意值。',
  'Maximum time that the node waits, in milliseconds. At most 30 days.':
    '节点最长等待时间，单位为毫秒，最长 30 天。',
  'Id of the workflow. It must be enabled, and may have any trigger.':
    '工作流的编号。该工作流须已启用，触发方式不限。',
  'The `triggerData` of the execution.': '该执行的 triggerData。',
  'Whether the node waits until the execution has ended.': '节点是否等待执行结束。',
  'Whether the node fails if the other execution fails.': '另一执行失败时，节点是否也失败。',
  'Maximum time that the node waits, in milliseconds. At most 30 days. The other execution continues after this time.':
    '节点最长等待时间，单位为毫秒，最长 30 天。超时后另一执行继续运行。',
  'The HTTP status.': 'HTTP 状态。',
  'Allowed are cache-control, content-disposition, content-language, content-type, etag, last-modified, retry-after and names that begin with x-.':
    '允许 cache-control、content-disposition、content-language、content-type、etag、last-modified、retry-after，以及以 x- 开头的名称。',
  'The body. A text is sent as it is, and any other value as JSON.':
    '正文。文本原样发送，其他值以 JSON 发送。',
  'The HTTP method.': 'HTTP 方法。',
  'Address with http or https. Private addresses are refused unless the installation allows them.':
    '以 http 或 https 开头的地址。除非系统允许，否则拒绝内网地址。',
  'Request headers by name.': '按名称设置的请求头。',
  'Request body. A text is sent as it is, and any other value as JSON. Null sends no body. GET and HEAD requests cannot have a body.':
    '请求正文。文本原样发送，其他值以 JSON 发送，null 表示没有正文。GET 和 HEAD 请求不能有正文。',
  'If true, the node fails if the status is 400 or above. If false, it fails only if there is no response.':
    '开启时，状态为 400 或更高时节点失败。关闭时，仅在没有响应时失败。',
  'If true, redirects are followed, and each address is checked like the first. If false, the redirect itself is the response.':
    '开启时跟随重定向，每个地址都像第一个一样受检查。关闭时，重定向本身即为响应。',
  'One SQL statement with a ? for each value. It is not a template: values go into `params`.':
    '一条 SQL 语句，每个值用一个 ? 表示。语句不是模板，值写在 params 中。',
  'Values for the question marks, in order.': '按顺序对应各问号的值。',
  'Whether the statement may write.': '语句是否可以写入。',
  'Addresses without display names, either as a list or as one text with commas.':
    '不含显示名称的邮箱地址，可为列表，或以逗号分隔的文本。',
  'Subject of the mail, one line.': '邮件主题，一行。',
  'Body of the mail, plain text.': '邮件正文，纯文本。',
  'Ids of the files to attach. `LIMIT_MAIL_ATTACHMENT_BYTES` limits their total size.':
    '要附加的文件的编号，总大小受 LIMIT_MAIL_ATTACHMENT_BYTES 限制。',
  'Codes of points, as one text or a list. In a code, `*` matches any text.':
    '点位编码，可为文本或列表。编码中的 * 代表任意文本。',
  "The point's code.": '点位编码。',
  "Start of the range, as an ISO 8601 instant. Without an offset, it is in the platform's time zone.":
    '范围的开始，为 ISO 8601 时间。没有时区偏移时，按平台时区。',
  "End of the range; not part of it, as an ISO 8601 instant. Without an offset, it is in the platform's time zone.":
    '范围的结束（不含），为 ISO 8601 时间。没有时区偏移时，按平台时区。',
  'Length of a range that ends when the node run starts, in milliseconds. At most 366 days.':
    '截至节点启动时的范围长度，单位为毫秒，最长 366 天。',
  "Returns one value per interval. Days and hours are those of the platform's time zone.":
    '每个间隔返回一个值。日和小时按平台时区。',
  'How the values are aggregated. True counts as 1 and false as 0.': '值的聚合方式。真计为 1，假计为 0。',
  'Id of an area. Without it, the figures cover the whole site.': '区域的编号。未设置时统计整个站点。',
  'Kind of energy.': '能源类型。',
  'The period in local time. A week begins on Monday. Today, this week and this month end when the node run starts.':
    '按当地时间的时段。一周从星期一开始。今天、本周和本月截至节点启动时。',
  "Start of a custom period, ISO 8601. Without an offset, it is in the platform's time zone.":
    '自定义时段的开始，ISO 8601 格式。没有时区偏移时，按平台时区。',
  "End of a custom period; not part of it, ISO 8601. Without an offset, it is in the platform's time zone.":
    '自定义时段的结束（不含），ISO 8601 格式。没有时区偏移时，按平台时区。',
  'If set, the output also has one point per local hour, day, week or month.':
    '设置后，输出还包含每个当地小时、日、周或月的值。',
  'The figure to read. The demand, and the comparisons with the newest baseline of days and with the budget, need an area.':
    '要读取的指标。需量以及与最新日基准和预算的比较需要指定区域。',
  'The value to write: a number, boolean or text.': '要写入的值：数字、布尔值或文本。',
  'Whether the node checks the value that is read after the write. The node fails if the point has another value.':
    '节点是否检查写入后读回的值。若点位的值不同，节点失败。',
  'Largest allowed difference between the written number and the number that is read back, also before a revert. 32-bit rounding is always allowed.':
    '写入的数字与读回的数字之间允许的最大差值，恢复前的比较也适用。始终允许 32 位的舍入误差。',
  'Largest change of a number in one write. If the value is further away, the node writes the closest allowed value, which is in the output.':
    '一次写入中数字的最大变化。超出时写入允许的最接近的值，输出中会给出该值。',
  'Largest change of a number per minute since the service last wrote the point. The first write is not limited by it.':
    '自服务上次写入该点位以来，数字每分钟的最大变化。首次写入不受限制。',
  'Milliseconds after which the previous value is written again, at most 30 days. If the value then differs from the written one by more than the tolerance, nothing is written.':
    '经过该毫秒数后重新写入原来的值，最长 30 天。若届时的值与写入值之差超过允许误差，则不写入。',
  'Id of a label in the scene. The node controls the lights of this label.':
    '场景中灯具组的编号。节点控制该组的灯具。',
  'The action.': '操作。',
  'For `dim` the level from 0 to 100, for `scene` the id of a lighting scene of the label.':
    '调光时为 0 到 100 的亮度，场景时为该灯具组的照明场景编号。',
  'Ids of the devices to control. Default: all devices of the label.':
    '要控制的设备的编号。默认为该灯具组的所有设备。',
  'Kind of problem.': '问题的类型。',
  'The thing that has the problem. Default: the point, or the workflow if no point is given.':
    '出现问题的对象。默认为点位，未设置点位时为工作流。',
  'Severity of the alert.': '告警的级别。',
  'Short text. It is cut after 255 characters.': '简短文本，超过 255 个字符时截断。',
  'Longer text. It is cut after 2000 characters.': '较长文本，超过 2000 个字符时截断。',
  'Id of the area. Default: the area of the meter that reads the point.':
    '区域的编号。默认为读取该点位的计量点所在区域。',
  'The value that caused the alert.': '引起告警的值。',
  'The threshold that the value crossed.': '该值越过的阈值。',
  'Id of an alert from any source. Without an id, type and originator select an alert that a workflow has raised.':
    '任意来源的告警的编号。未设置时，按类型和来源对象选择工作流产生的告警。',
  "Text for the alert's history. Text above 1000 characters is cut.":
    '写入告警历史的文本，超过 1000 个字符时截断。',
  'Identifies the problem for all workflows. Only one unresolved fault has this key.':
    '在所有工作流中标识该问题。同一标识只有一个未解决的故障。',
  'Id of the alert that led to the fault. A missing title, severity or area is copied from the alert.':
    '引起故障的告警的编号。未设置的标题、级别和区域取自该告警。',
  'Short name of the problem. Required without an alert. It is cut after 255 characters.':
    '问题的简短名称，未设置告警时必填，超过 255 个字符时截断。',
  'Longer text.': '较长文本。',
  'Severity of the fault.': '故障的级别。',
  'Id of the object.': '对象的编号。',
  'Id of the area.': '区域的编号。',
  'Id of the user who works on it.': '处理人的用户编号。',
  'Id of the fault.': '故障的编号。',
  'Selects the unresolved fault with this key. If there is none, nothing happens.':
    '选择具有此标识的未解决故障。没有时不执行任何操作。',
  'The new status. The order is `open`, `in_progress`, `resolved`, `closed`. A resolved or closed fault can become `open` again.':
    '新的状态。顺序为 open、in_progress、resolved、closed。已解决或已关闭的故障可以重新变为 open。',
  'Short name of the problem. It is cut after 255 characters.': '问题的简短名称，超过 255 个字符时截断。',
  'Why the fault occurred.': '故障发生的原因。',
  'Identifies the work for all workflows. Only one work order that is neither completed nor cancelled has this key.':
    '在所有工作流中标识该工作。同一标识只有一个未完成且未取消的工单。',
  'Short name of the work. It is cut after 255 characters.': '工作的简短名称，超过 255 个字符时截断。',
  'Kind of work.': '工作的类型。',
  'Priority of the work.': '工作的优先级。',
  'Id of the fault that the work repairs.': '此工作所修复的故障的编号。',
  'When the work is due, in ISO 8601. Without an offset, the time is in the platform time zone.':
    '工作的截止时间，ISO 8601 格式。不含时差时按平台时区。',
  'Id of the work order.': '工单的编号。',
  'Selects the open work order with this key. If there is none, nothing happens.':
    '选择具有此标识的未完成工单。没有时不执行任何操作。',
  'The new status. Work cannot become `open` again. A completed or cancelled work order cannot change its status.':
    '新的状态。工单不能重新变为 open。已完成或已取消的工单不能再改变状态。',
  'The records to export.': '要导出的数据。',
  'Start of the range, inclusive, ISO 8601.': '范围的开始（含），ISO 8601 格式。',
  'End of the range, exclusive, ISO 8601.': '范围的结束（不含），ISO 8601 格式。',
  'Filters of the type, as in `POST /api/reports/export`. Each type allows only some of the filters.':
    '该类型的筛选条件，与 POST /api/reports/export 相同。每种类型只允许其中一部分。',
  'Whether the node waits until the work has ended.': '节点是否等待任务结束。',
  'Maximum time that the node waits, in milliseconds. The work continues after this time.':
    '节点最长等待时间，单位为毫秒。超时后任务继续进行。',
  'Id of the report plan to run. Its recipients get the report by mail.':
    '要运行的报表计划的编号。其收件人会收到报表邮件。',
  'Id of a report template, instead of a plan. The report is only stored as a file.':
    '报表模板的编号，用于代替计划。报表仅保存为文件。',
  'Required with a template. The period of the report, which consists of whole local days before the run.':
    '使用模板时必填。报表的时段，由运行前完整的当地日组成。',
  'Required with a template. The format of the file.': '使用模板时必填。文件的格式。',
  'Letters, digits, _ and $. The first character must not be a digit.':
    '字母、数字、_ 和 $，首字符不能是数字。',
  'Any value. If the text is a single {{ expression }}, the variable gets the value of the expression with its type.':
    '任意值。若文本只有一个 {{ 表达式 }}，变量取得表达式的值及其类型。',
  'With `workflow`, the value belongs to this workflow and is deleted with it. With `site`, all workflows share it.':
    '选择 workflow 时，值属于此工作流，并随其删除。选择 site 时，所有工作流共用。',
  'Name of the value. It consists of letters, digits, _ and $, and does not begin with a digit.':
    '值的名称，由字母、数字、_ 和 $ 组成，且不以数字开头。',
  'How the value changes: `set` replaces the value, `add` adds a number, `compareAndSet` replaces it if it equals `expected`, `push` appends to a list, `clear` deletes it.':
    '值的更改方式：set 替换，add 加上一个数字，compareAndSet 在等于 expected 时替换，push 追加到列表，clear 删除。',
  'The new value, the number to add, or the item to append. Null deletes the value.':
    '新的值、要加上的数字或要追加的项。null 表示删除。',
  'For compareAndSet: the value that must be stored now. Null, the default, means that there must be no stored value.':
    '用于 compareAndSet：当前必须已保存的值。默认的 null 表示必须没有已保存的值。',
  'For push: the maximum length of the list. The oldest items beyond it are dropped.':
    '用于 push：列表的最大长度，超出时丢弃最早的项。',
  'Milliseconds after which the value is deleted. At most 366 days.': '经过该毫秒数后删除该值，最长 366 天。',
  'The value to return if no value is stored. Default: null.': '没有已保存的值时返回的值。默认为 null。',
};
