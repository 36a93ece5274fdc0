import { defineTexts } from '../i18n/define-texts';

/** Keys are codes of the API, statuses, or `unreachable`. */
export const useErrorTexts = defineTexts('errors', {
  en: {
    invalid_credentials: 'The username or the password is wrong. Check both and try again.',
    too_many_attempts: 'There were too many failed attempts. Wait {{seconds}} seconds and try again.',
    forbidden: 'Your role does not allow this. Ask an administrator for a higher role.',
    not_found: 'It no longer exists. Reload the list.',
    wrong_state: 'It has changed meanwhile, so this step is no longer possible. Reload and look again.',
    interlock: 'The gateway has an interlock for this point, so the value was not written.',
    gateway_timeout: 'The gateway did not answer in time. Try again, or check its connection.',
    gateway_failed: 'The gateway cannot be reached. Try again, or check its connection.',
    database_unavailable: 'The database does not answer. Nothing was changed. Try again in a moment.',
    outcome_unknown: 'The answer was lost, so it is not known whether this was done. Reload and look again.',
    validation_failed: 'Some entries are not valid. Correct the marked fields.',
    unreachable: 'The server cannot be reached. Check your network and try again.',
    429: 'Too many requests. Wait {{seconds}} seconds and try again.',
    413: 'This is too large for the server.',
    503: 'The service is not available right now. Nothing was changed. Try again in a moment.',
  },
  zh: {
    invalid_credentials: '用户名或密码错误，请检查后重试。',
    too_many_attempts: '失败次数过多，请等待 {{seconds}} 秒后再试。',
    forbidden: '您的角色无权执行此操作，请联系管理员。',
    not_found: '该内容已不存在，请刷新列表。',
    wrong_state: '内容已被更改，无法执行此步骤，请刷新后再看。',
    interlock: '网关对该点位设置了联锁，数值未写入。',
    gateway_timeout: '网关未及时响应，请重试或检查其连接。',
    gateway_failed: '无法连接网关，请重试或检查其连接。',
    database_unavailable: '数据库没有响应，未作任何更改，请稍后重试。',
    outcome_unknown: '未收到结果，无法确定是否已执行，请刷新后再看。',
    validation_failed: '部分输入无效，请更正标出的字段。',
    unreachable: '无法连接服务器，请检查网络后重试。',
    429: '请求过多，请等待 {{seconds}} 秒后再试。',
    413: '内容过大，服务器无法接受。',
    503: '服务暂时不可用，未作任何更改，请稍后重试。',
  },
});
