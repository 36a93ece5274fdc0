import { TRANSLATIONS } from '../../i18n/define-texts';
import { i18next } from '../../i18n/language';
import { loadChineseTexts, messageText } from './use-message-text';

const inChinese = i18next.getFixedT('zh-CN', `${TRANSLATIONS}messages`);
const text = { code: 'text', values: {}, message: 'text' };
const number = { code: 'a_number', values: {}, message: 'a number' };

describe('the messages of the API', () => {
  beforeAll(loadChineseTexts);

  it.each([
    ['missing', {}, '缺失。'],
    ['too_low', { least: 3 }, '不能小于 3。'],
    ['wrong_type_given', { wanted: text, given: '"x"' }, '必须是文本，而不是"x"。'],
    [
      'wrong_type',
      { wanted: { code: 'or', values: { first: number, second: text }, message: '' } },
      '必须是数字 或 文本。',
    ],
    ['also_written_by', { code: 'A.1', names: '“{{code}}”' }, /A\.1.*“{{code}}”/],
  ])('are said in Chinese: %s', (code, values, expected) => {
    expect(messageText(inChinese, { code, values, message: 'A sentence.' })).toMatch(expected);
  });

  it('stay as the API wrote them if the console has no text for their code', () => {
    const message = { code: 'new_code', values: {}, message: 'It rains.' };
    expect(messageText(inChinese, message)).toBe('It rains.');
  });

  it('are shown in English without the backticks of the reference', () => {
    const message = { code: 'calendar_required', values: {}, message: 'is required if `onlyWhen` is set' };
    expect(messageText(undefined, message)).toBe('is required if onlyWhen is set');
  });
});
