import { useTranslation } from 'react-i18next';

/** Descriptions of types of nodes and triggers in Chinese. The English ones come from the API. */
const CHINESE: Readonly<Record<string, string>> = {
  start: '第一个节点，每个工作流恰好有一个。其输出为触发数据。',
  end: '成功结束执行。其他分支中正在运行的节点会完成，不再启动新的节点。',
  condition: '表达式为真时沿 true 继续，否则沿 false 继续。0、空文本和 null 视为假，其他值视为真。',
  switch: '沿第一个与表达式的值相等的分支继续，没有相等的分支时沿 default 继续。若没有该连线，分支到此结束。',
  loop: '对每个元素运行一次 body 之后的节点，然后沿 done 继续。表达式以 item 读取元素，以 index 读取从 0 开始的序号。',
  parallel: '同时运行所有后续分支。有多条入线的节点会等待所有分支。',
  delay: '等待一段时长，或等到某一时刻。两者必须且只能设置一个。时刻已过时不等待。',
  wait_for:
    '等待点位达到条件、事件发生或一次性地址被打开，三者必须且只能设置一个。满足后沿 met 继续，超时后沿 timeout 继续。',
  run_workflow: '运行另一个工作流并等待其结束。用时过长时以 work_timeout 失败。',
  respond: '应答启动本次执行的 Webhook 调用方，调用方最多等待 30 秒。执行会继续。',
  http_request: '通过 HTTP 调用其他系统。进程崩溃后请求可能会重复发送。',
  database:
    '在服务自身的数据库上运行一条 SQL 语句。可读取列出的视图；写模式下可修改 workflow_memory。语句必须可以安全地重复执行。',
  email: '通过已配置的邮件服务器发送邮件。所有收件人可以看到彼此。',
  read_point: '从网关读取楼宇点位的当前值。网关没有该点位时以 not_found 失败。试运行也会读取。',
  read_history:
    '从网关读取点位的历史值，并按整个范围或每个间隔聚合。忽略质量差的值。请设置开始和结束，或设置最近时长。',
  read_energy: '按平台时区读取某一时段的能耗、费用或排放，并与上一时段比较。试运行也会读取。',
  set_point:
    '向楼宇点位写入数值并回读。网关禁止写入时以 interlock 失败；写入后数值不同时以 not_confirmed 失败。',
  lighting: '控制场景中一个灯具组的灯具。个别灯具失败不影响其他灯具，全部失败时节点才失败。',
  create_alert: '产生告警。若已有相同类型和来源的活动告警，则计为一次重复并更新其内容。',
  clear_alert: '消除活动告警。没有此告警时不执行任何操作，cleared 为 false。',
  create_fault: '创建故障。设置了标识且已有同一标识的未解决故障时返回该故障，created 为 false。',
  update_fault: '修改故障。未设置的字段保持不变。状态顺序不允许时以 wrong_state 失败。',
  create_work_order: '创建工单。设置了标识且已有同一标识的未完成工单时返回该工单，created 为 false。',
  update_work_order: '修改工单。未设置的字段保持不变。状态顺序不允许时以 wrong_state 失败。',
  export: '将能耗、故障或告警导出为 CSV 文件，并等待文件生成。',
  report: '生成报表计划或报表模板的报表，并等待文件生成，随后发送邮件。',
  variable: '设置执行中的变量。表达式以 variables.名称 读取，所有分支共用。',
  remember: '为后续执行保存一个值。操作是原子的。试运行只修改自己可见的副本。',
  recall: '读取 remember 保存的值。试运行也会读取，并能看到自己的修改。',
  'trigger.manual': '仅在有人手动启动时运行。',
  'trigger.schedule': '按 cron 表达式的时间启动。',
  'trigger.sun': '每天在站点日出或日落时启动。站点位置在平台配置中设置。',
  'trigger.webhook': '当其他系统调用 Webhook 地址时启动。',
  'trigger.state_change': '当点位出现新值，或在某一状态持续一段时间时启动。',
  'trigger.event': '当平台中发生事件时启动。',
};

/** Returns a function that describes a type in the language of the user. */
export function useTypeHelp(): (key: string, english: string) => string {
  const { i18n } = useTranslation();
  return (key, english) =>
    (i18n.language.startsWith('zh') ? (CHINESE[key] ?? english) : english).replaceAll('`', '');
}
